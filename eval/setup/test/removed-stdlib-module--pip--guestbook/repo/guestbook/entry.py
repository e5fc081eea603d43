import cgi
import html

import markdown


def read_entry(content_type):
    """The media type and character set that a browser sent."""
    kind, options = cgi.parse_header(content_type)
    return kind, options.get("charset", "utf-8")


def show(name, text):
    return f"<h2>{html.escape(name)}</h2>{markdown.markdown(html.escape(text))}"
