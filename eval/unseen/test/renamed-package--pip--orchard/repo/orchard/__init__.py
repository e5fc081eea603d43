from dotenv import dotenv_values


def read(path):
    return dotenv_values(path)
