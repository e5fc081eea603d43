import humanize
from flask import Flask, jsonify


def create_app(firings):
    app = Flask(__name__)

    @app.get("/firings/<int:number>")
    def firing(number):
        curve = firings[number]
        return jsonify(top=max(curve), samples=humanize.intcomma(len(curve)))

    return app
