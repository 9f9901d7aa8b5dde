"""What a demo profile can say about itself; the keys the rest of the platform uses."""

from enum import StrEnum


class Gender(StrEnum):
    MALE = "male"
    FEMALE = "female"


class Sexuality(StrEnum):
    HETERO = "hetero"
    GAY = "gay"
    LESBIAN = "lesbian"
    BI = "bi"


class RelationshipStatus(StrEnum):
    SINGLE = "single"
    DIVORCED = "divorced"
    WIDOWED = "widowed"
    SEPARATED = "separated"
    RATHER_NOT_SAY = "rather_not_say"


class HairColour(StrEnum):
    BLACK = "black"
    BROWN = "brown"
    LIGHT_BROWN = "light_brown"
    BLOND = "blond"
    RED = "red"
    GREY = "grey"
    WHITE = "white"
    BALD = "bald"


class EyeColour(StrEnum):
    BROWN = "brown"
    HAZEL = "hazel"
    GREEN = "green"
    BLUE = "blue"
    GREY = "grey"


class BodyType(StrEnum):
    SLIM = "slim"
    AVERAGE = "average"
    ATHLETIC = "athletic"
    CURVY = "curvy"
    SOLID = "solid"


class Tattoos(StrEnum):
    NONE = "none"
    ONE = "one"
    SEVERAL = "several"


INTERESTS = {
    "animals": "Animals", "art": "Art", "baking": "Baking", "board_games": "Board games", "boats": "Boats",
    "camping": "Camping", "cinema": "Cinema", "city_trips": "City trips", "climbing": "Climbing", "coffee": "Coffee",
    "comedy": "Comedy", "concerts": "Concerts", "cooking": "Cooking", "crafts": "Crafts", "cycling": "Cycling",
    "dancing": "Dancing", "diy": "DIY", "fishing": "Fishing", "football": "Football", "gaming": "Gaming",
    "gardening": "Gardening", "hiking": "Hiking", "history": "History", "horses": "Horses", "languages": "Languages",
    "motorbikes": "Motorbikes", "museums": "Museums", "music": "Making music", "nature": "Nature",
    "photography": "Photography", "podcasts": "Podcasts", "reading": "Reading", "running": "Running",
    "sailing": "Sailing", "singing": "Singing", "skating": "Skating", "swimming": "Swimming", "tennis": "Tennis",
    "theatre": "Theatre", "travel": "Travel", "volunteering": "Volunteering", "wine": "Wine", "yoga": "Yoga",
}  # fmt: skip
