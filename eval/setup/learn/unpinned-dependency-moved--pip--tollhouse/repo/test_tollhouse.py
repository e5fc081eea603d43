from tollhouse import create_app


def test_car():
    assert create_app().test_client().get("/toll/car").get_json() == {"cents": 350}


def test_unknown():
    assert create_app().test_client().get("/toll/submarine").status_code == 404
