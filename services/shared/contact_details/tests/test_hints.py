import json

import pytest
from shared.contact_details.hints import WORDS, Hint, hints_in
from shared.languages import LOCALES


@pytest.mark.parametrize(
    ("text", "hints"),
    [
        ("Could you send me money for the train?", [Hint.MONEY]),
        ("Kun je geld overmaken?", [Hint.MONEY]),
        ("Kannst du mir Geld überweisen?", [Hint.MONEY]),
        ("Kannst du mir GELD  UEBERWEISEN oder geld uberweisen?", [Hint.MONEY]),
        ("Tu peux m'envoyer de l'argent ?", [Hint.MONEY]),
        ("Wyślij mi pieniądze, proszę", [Hint.MONEY]),
        ("Envíame dinero", [Hint.MONEY]),
        ("Mi mandi? mandami soldi", [Hint.MONEY]),
        ("Voisitko lähettää rahaa", [Hint.MONEY]),
        ("Kan du sende penger", [Hint.MONEY]),
        ("Kan du låne mig penge", [Hint.MONEY]),
        ("Kan du skicka pengar", [Hint.MONEY]),
        ("My account is NL91 ABNA 0417 1643 00", [Hint.BANK_ACCOUNT]),
        ("de89370400440532013000", [Hint.BANK_ACCOUNT]),
        ("I made a lot with Bitcoins", [Hint.CRYPTO]),
        ("0x52908400098527886e0f7030069857d2e4169ee7", [Hint.CRYPTO]),
        ("Call me: 06 1234 56789", [Hint.PHONE]),
        ("+31 (0)6-12345678", [Hint.PHONE]),
        ("Let's go on on WhatsApp", [Hint.ELSEWHERE]),
        ("write to ann@example.org", [Hint.ELSEWHERE]),
        ("https://example.org/me", [Hint.ELSEWHERE]),
        ("Telegram me, or send cash: +48 601 234 567", [Hint.MONEY, Hint.PHONE, Hint.ELSEWHERE]),
    ],
)
def test_texts_that_warn_the_reader(text: str, hints: list[Hint]) -> None:
    assert list(hints_in(text)) == hints


@pytest.mark.parametrize(
    "text",
    [
        "Saturday at eight, by the river?",
        "I was born on 12-05-1987 and moved on 01.09.2014",
        "It was 1.250.000 steps, or 42 195 metres",
        "I spent my money on a bicycle",
        "The ticket is AB12 CDEF GHIJ KLMN OPQR",
        "My telegraph poles are crooked",
        "Ik heb de kaart gekocht",
    ],
)
def test_ordinary_words_raise_no_warning(text: str) -> None:
    assert hints_in(text) == ()


SAID = {
    Hint.MONEY: """
        Could you lend me 50 euros until Friday?
        I need about 200 dollars for the bus ticket
        can you send me $150 please
        please help me with 300 euro, my mother is in hospital
        Buy me a Steam gift card and send the code
        I'll pay you back next week, promise
        Kun je me 100 euro lenen?
        Kan je me € 50 sturen via tikkie
        ik heb dringend geld nodig
        Kun je 250 euro overmaken?
        maak 200 euro over naar mijn rekening
        Kannst du mir 200 € schicken?
        Ich brauche dringend 300 Euro für die Miete
        Kannst du mir bitte Geld leihen, ich zahle es dir zurück
        bitte überweise mir 100 €
        Peux-tu m’envoyer 100 euros ?
        j'ai besoin d'argent pour payer mon loyer
        Tu peux me prêter 50 € ?
        Fais-moi un virement s'il te plaît
        achète une carte cadeau et envoie le code
        ¿Me puedes prestar 100 euros?
        Necesito dinero para el billete
        ¿Podrías enviarme 200 €?
        hazme una transferencia por favor
        Puoi prestarmi 100 euro?
        ho bisogno di soldi per l'affitto
        mi servono 200 euro subito
        Puoi farmi un bonifico?
        Czy możesz pożyczyć mi 200 zł?
        Potrzebuję pieniędzy na bilet
        przelej mi 300 zł proszę
        wyślij mi kod BLIK
        Kan du låne mig 500 kr?
        Jeg har brug for penge til husleje
        kan du sende mig 300 kroner
        Kan du låne meg 500 kroner?
        Jeg trenger penger til bussen
        kan du vippse meg 200 kr
        Kan du swisha 500 kr?
        Jag behöver pengar till hyran
        kan du låna mig 300 kronor
        Voitko lainata minulle 50 euroa?
        tarvitsen rahaa vuokraan
        lähettäisitkö... voisitko lähettää 100 euroa
        PayPal me
    """,
    Hint.CRYPTO: """
        I can teach you how to trade, guaranteed profit!
        Have you tried Binance?
        Ik verdien veel met cryptomunten
        beleggingsplatform met gegarandeerde winst
        Ich verdiene mit Kryptowährungen
        J'investis dans les cryptomonnaies
        Invierto en criptomonedas
        Guadagno con le criptovalute
        Zarabiam na kryptowalutach
        Jeg tjener på kryptovaluta
        Jag tjänar på kryptovaluta
        Sijoitan kryptovaluuttoihin
        bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq
    """,
    Hint.PHONE: """
        My number is 555 0199
        0 6 1 2 3 4 5 6 7 8
        zero six one two three four five six seven eight
        nul zes een twee drie vier vijf zes zeven acht
        null eins sieben zwei drei vier fünf sechs
        zéro six un deux trois quatre cinq six
        seis uno dos tres cuatro cinco seis siete ocho
        tre tre tre uno due quattro cinque sei
        pięć zero jeden dwa trzy cztery pięć sześć siedem
        06-12 34 56 78
        +49 151 23456789
        06.12.34.56.78
        Ring mig på 20 12 34 56
        Ring meg på 912 34 567
        070-123 45 67
        040 123 4567
        612 345 678
        +48 601-234-567
        Wat is je nummer?
        Gib mir deine Handynummer
        c'est quoi ton numéro ?
        dame tu número
        dammi il tuo numero
        podaj mi swój numer telefonu
        hvad er dit telefonnummer
        vad är ditt nummer
        mikä on puhelinnumerosi
    """,
    Hint.ELSEWHERE: """
        Add me on snap: annie22
        my insta is @annie.22
        Napisz na WhatsAppie
        kirjoita whatsappissa
        skriv på snap
        skriv på Instagrammen
        mon snap c'est annie
        mi snap es annie
        scrivimi su Telegram
        write me at ann at gmail dot com
        app me even
        visit annie-cams.com
        check bit.ly/abc123
        t.me/annie
        sul mio Instagram trovi tutto
        auf Signal?
        szukaj mnie na fejsie
    """,
}
HARMLESS = """
    Saturday at eight, by the river?
    I was born on 12-05-1987 and moved on 01.09.2014
    The concert costs 35 euros, shall we go?
    It was only $20 at the market
    I work as a cryptographer
    Cryptic crosswords are my thing
    In a snap we were there, snap out of it!
    Ik snap je wel
    Je blik zegt genoeg
    Ik ben een tikkie moe
    Het kost 20 euro per persoon
    Die Zelle war klein
    Ich brauche Urlaub
    Das kostet 15 Euro
    J'ai besoin de vacances
    Le billet coûte 30 €
    Necesito vacaciones
    Cuesta 12 euros
    Ho bisogno di una vacanza
    Costa 10 euro
    Potrzebuję kawy
    Bilet kosztuje 40 zł
    Jeg har brug for ferie
    Det koster 100 kr
    Jeg trenger kaffe
    Jag behöver semester
    Den kostar 200 kronor
    Tarvitsen lomaa
    Se maksaa 20 euroa
    Call me Ann
    Call me at eight
    You can call me on Saturday
    My favourite number is seven
    We were 7 people, 3 dogs and 2 cats
    One two three, here we go
    En to tre og så hopper vi
    See you on 21.11.2026 at 19:30 in room 1012
    I live at 1012 AB Amsterdam
    Can you lend a hand?
    Can I send you a photo?
    Puedes enviar una foto?
    Kannst du mir ein Buch empfehlen?
    mi presti un libro?
    Przesyłam pozdrowienia
    I like it.no really
    mooi.de zee ook
    I signal left and nobody signals back
    The signal is bad here
    2026, 2027, 2028, 2029
    I ran 10 km in 52 minutes and 33 seconds
    1 2 3 4 5 6 7
    I bought a car for 12 500 euros
    een twee drie vier
    Het was 3 x 20 = 60, niet 70
    de 1 à 10, je dirais 8
    My bank is closed today
    Kun je me helpen met mijn verhuizing?
    Hilf mir mit dem Umzug
    Help me with dinner?
    I teach you to dance
    Investing my time in people
    en, to, tre, fire, fem, seks
"""


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


@pytest.mark.parametrize(("hint", "text"), [(hint, line) for hint, text in SAID.items() for line in lines(text)])
def test_a_reader_is_warned_however_it_is_said(hint: Hint, text: str) -> None:
    assert hint in hints_in(text)


@pytest.mark.parametrize("text", lines(HARMLESS))
def test_similar_harmless_texts_raise_no_warning(text: str) -> None:
    assert hints_in(text) == ()


@pytest.mark.parametrize("hint", SAID)
def test_every_language_has_its_words(hint: Hint) -> None:
    assert set(json.loads(WORDS.read_text())[hint]) - {"any"} == set(LOCALES)
