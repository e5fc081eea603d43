from menuboard.board import load_menu, render

__all__ = ["load_menu", "render"]
