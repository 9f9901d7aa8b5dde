"""Names that look like staff, in the eleven languages.

A word of `RESERVED` is refused where it stands as a word of its own ("Admin Ann"), one of `CONTAINED` also as a part of
longer words ("moderator2024x"). A word that is part of ordinary words or names ("admin" in "badminton", "support" in
"supporter") belongs in the first list only. A line is a language: English, Dutch, German, French, Spanish, Italian,
Polish, Danish with Norwegian and Swedish, Finnish, and Cyrillic words that many readers know.
"""

_WORDS = """
    admin admins sysadmin superuser webmaster postmaster hostmaster mailerdaemon abuse noreply
    donotreply system official staff support moderator helpdesk servicedesk hotline supervisor
    security billing compliance customercare sitemanager siteowner operator deletedmember
    beheer beheerder klantendienst klantenservice helpdesk ondersteuning beveiliging systeembeheer
    administration verwaltung kundendienst kundenservice kundenbetreuung hilfe sicherheit betreiber systemverwaltung
    administrateur administratrice assistance moderation moderateur moderatrice serviceclient serviceclients
    securite officiel
    administrador administradora soporte ayuda atencionalcliente seguridad moderador moderadora oficial
    amministratore amministratrice amministrazione assistenza assistenzaclienti servizioclienti sicurezza ufficiale
    supporto moderatore moderatrice
    administracja administratorka pomoc obsluga obslugaklienta wsparcie bezpieczenstwo moderatorka oficjalny
    kundeservice kundtjanst kundetjeneste brugerservice brukerservice sikkerhed sikkerhet sakerhet forvaltning
    driftsteam
    yllapito yllapitaja asiakaspalvelu tuki turvallisuus valvoja moderaattori
    админ поддержка
"""
_PARTS = """
    administrator moderator moderateur moderatrice moderador moderatore moderaattori amministrator administrateur
    administrador customerservice customersupport customercare clientservice clientsupport supportteam
    supportdesk helpdesk klantenservice klantendienst kundenservice kundendienst serviceclient atencionalcliente
    servicioalcliente servizioclienti assistenzaclienti obslugaklienta kundeservice kundtjanst asiakaspalvelu
    kundesupport kundsupport kundensupport technicalsupport techsupport webmaster sysadmin securityteam staffmember
    officialaccount yllapitaja beheerder администратор модератор
"""

RESERVED = tuple(_WORDS.split())
CONTAINED = tuple(_PARTS.split())
