"""The bot in a Discord on this machine: the demo, the page in the browser, and the scripted people."""
