"""Telephone numbers that text messages may go to."""

import phonenumbers


def mobile_number(text: str, country: str | None = None) -> str | None:
    """The number in its international form (+31612345678); None when no mobile telephone can have it.

    Without a country (ISO 3166) the text begins with the country's code. Premium numbers are not mobile ones.
    """
    try:
        number = phonenumbers.parse(text, country)
    except phonenumbers.NumberParseException:
        return None
    kinds = (phonenumbers.PhoneNumberType.MOBILE, phonenumbers.PhoneNumberType.FIXED_LINE_OR_MOBILE)
    if not phonenumbers.is_valid_number(number) or phonenumbers.number_type(number) not in kinds:
        return None
    return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


def country_of_number(phone: str) -> str | None:
    """The country a number in its international form belongs to; None for numbers of no one country."""
    country: str | None = phonenumbers.region_code_for_number(phonenumbers.parse(phone))
    return country
