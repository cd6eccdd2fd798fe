"""Reads calendars with python-icalendar: a JSON list of files from standard input, as lists of [uid, start in epoch ms, status]."""

import json
import sys

from icalendar import Calendar


def entries(text):
    for event in Calendar.from_ical(text).walk("VEVENT"):
        yield [str(event["UID"]), round(event.decoded("DTSTART").timestamp() * 1000), str(event["STATUS"])]


json.dump([list(entries(text)) for text in json.load(sys.stdin)], sys.stdout)
