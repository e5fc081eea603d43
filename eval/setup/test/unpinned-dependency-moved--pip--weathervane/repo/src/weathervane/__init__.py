from .settings import Settings

__all__ = ["Settings"]
