import humanize
