"""localstripe on loopback only; by itself it would listen everywhere. usage: serve_localstripe.py PORT"""
import sys

from aiohttp import web
from localstripe.server import app

web.run_app(app, host="127.0.0.1", port=int(sys.argv[1]))
