from pydantic import BaseSettings


class Settings(BaseSettings):
    station: str = "roof"
    gust_limit: float = 20.8

    class Config:
        env_prefix = "VANE_"
