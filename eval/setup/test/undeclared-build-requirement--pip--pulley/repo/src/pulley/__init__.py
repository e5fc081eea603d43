from pulley.tackle import pull

__all__ = ["pull"]
