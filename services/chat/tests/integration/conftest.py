from shared.pictures.tests.lasting import lasting_links

__all__ = ["lasting_links"]
