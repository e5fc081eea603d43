from flask import Flask, jsonify

TOLLS = {"car": 350, "bicycle": 0, "lorry": 1200}


def create_app():
    app = Flask(__name__)

    @app.get("/toll/<kind>")
    def toll(kind):
        if kind not in TOLLS:
            return jsonify(error="unknown vehicle"), 404
        return jsonify(cents=TOLLS[kind])

    return app
