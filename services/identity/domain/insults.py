"""Insults and swear words that are no names, in the eleven languages.

A word of `INSULTS` is refused as a word of its own, one of `CONTAINED_INSULTS` also inside longer words. Words that are
also names in one of the countries of our sites are left out ("Dick", "Marica", "Depp"): a real name that is refused is
worse than an insult that a report brings to the desk. A line is a language: English, Dutch, German, French, Spanish,
Italian, Polish, Danish and Norwegian, Swedish, Finnish.
"""

_WORDS = """
    cunt bitch whore slut shit bastard wanker twat retard prick idiot moron rapist pedo paedo pedophile nazi dickhead
    hoer slet trut eikel mongool kanker kankerwijf kutwijf flikker teringlijer
    hure nutte fotze wichser schlampe fick ficker arsch missgeburt spast spasti schwuchtel kanake neger drecksau
    salaud pute putain encule pede tapette abruti bougnoule conasse
    puta puto cabron pendejo pendeja maricon zorra imbecil idiota capullo subnormal
    stronza puttana troia bastardo bastarda coglione cogliona cazzo frocio zoccola mignotta imbecille
    chuj huj pizda cipa dziwka suka szmata jebac jebany pierdole debil kretyn ciota
    luder fisse fitte hore kaelling perker drittsekk pikhoved
    fitta javel slyna horunge blatte
    huora vittu mulkku runkkari neekeri hintti
"""
_PARTS = """
    fuck asshole arsehole nigger nigga faggot hitler shithead
    klootzak kankerhoer hoerenkind hoerenzoon
    arschloch hurensohn miststueck
    connard connasse salope filsdepute niquetamere
    gilipollas hijodeputa hijoputa
    vaffanculo stronzo figliodiputtana
    kurwa skurwysyn
    rovhul horebarn
    kusipaa
"""

INSULTS = tuple(_WORDS.split())
CONTAINED_INSULTS = tuple(_PARTS.split())
