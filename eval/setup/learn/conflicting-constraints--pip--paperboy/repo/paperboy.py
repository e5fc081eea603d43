import requests


def front_page(url, get=requests.get):
    answer = get(url, timeout=10)
    answer.raise_for_status()
    return answer.text
