"""All that the templates print, final."""
