"""Golden logs: whole games, one per option and per kind of end.

Scripts, not policies, so that these games stay what they are when a bot learns something. A word is the verb of an
action and its fields in order.
"""

from __future__ import annotations

import msgspec

from bocage.rules.kernel.conformance.coverage import tag_of
from bocage.rules.kernel.legal import verbs
from bocage.rules.zombies.actions import Actions
from bocage.rules.zombies.options import Options
from tests.goldens import Recipe

_VERBS = {tag_of(verb): verb for verb in verbs(Actions)}


def script(words: str) -> tuple[Actions, ...]:
    """The actions of a script."""
    return tuple(_action(*word.split()) for word in words.split(", "))


def _action(verb: str, *values: str) -> Actions:
    names = [field.name for field in msgspec.structs.fields(_VERBS[verb])]
    plain = {"do": verb, **dict(zip(names, values, strict=True))}
    action: Actions = msgspec.convert(plain, Actions, strict=False)
    return action


GOLDENS = {
    "default": Recipe(
        seed="default 1001",
        script=script(
            "roll, fire st-come face_down, fire brevands face_down, roll, move causeway, fire baupte "
            "face_down, fire baupte face_down, fire baupte face_down, roll, fire liesville face_down, move "
            "carentan, repair 1, roll, move st-hilaire, move brevands, move les-veys, repair 2, roll, repair "
            "5, roll, fire montmartin face_down, reveal tribehou, move catz, move st-pellerin, roll, move st-"
            "jean, fire tribehou z6"
        ),
        note="The usual game, won: the M8 turret is fetched, the locals are asked, ammunition runs out.",
    ),
    "map_cleared": Recipe(
        seed="map_cleared 300",
        script=script(
            "roll, move st-hilaire, recon brevands, fire brevands z3, move brevands, roll, recon les-veys, "
            "fire les-veys z5, fire les-veys z5, move catz, roll, move neuilly, move montmartin, roll, move "
            "st-jean, move graignes, roll, recon tribehou, move tribehou, roll, repair 5, roll, move auxais, "
            "recon sainteny, roll, move sainteny, move meautis, roll, lose infantry, fire meautis z3, recon "
            "baupte, fire baupte z6, fire baupte z6"
        ),
        note="A rider turns (ZB-35, ZB-37), and the map is cleared all the same: the ninth counter is a zombie.",
    ),
    "overrun": Recipe(
        seed="overrun 167",
        script=script(
            "roll, roll, fire brevands z5, fire brevands z5, fire brevands z5, roll, fire st-hilaire z5, fire "
            "st-hilaire z5, fire st-hilaire z5, fire st-hilaire z5, move barquette, roll, roll, roll, move "
            "st-hilaire, recon brevands, roll, roll, roll, repair 4, roll, roll, move brevands, fire les-veys "
            "face_down, roll, recon les-veys, fire les-veys z4, roll, move catz, move neuilly, roll, move "
            "montmartin, repair 2, roll, repair 5, roll, repair 3, roll, roll"
        ),
        note="Chaos moves everything (ZB-42); two zombies reach the tank (ZB-21).",
    ),
    "rescue_1": Recipe(
        seed="rescue_1 642",
        options=Options(rescue=1),
        script=script(
            "roll, roll, fire brevands z5, move barquette, end, roll, recon st-come, fire st-come z3, roll, "
            "roll, reveal liesville, roll, move causeway, move auvers, move baupte, repair 2, roll, move "
            "meautis, recon sainteny, move sainteny, move auxais, roll, recon tribehou, move tribehou, move "
            "graignes, move st-jean, roll, move montmartin, move neuilly, recon les-veys, fire les-veys z4, "
            "roll, roll, lose m8, ram z4, ram z4, ram z4"
        ),
        note="One straggler has to be aboard in the end; the player chooses what takes a damage (ZB-64).",
    ),
    "rescue_2": Recipe(
        seed="rescue_2 711",
        options=Options(rescue=2),
        script=script(
            "roll, move st-hilaire, end, roll, recon brevands, roll, roll, move brevands, recon les-veys, "
            "recon les-veys, roll, roll, fire st-pellerin z4, move st-hilaire, roll, move carentan, repair 2, "
            "roll, roll, fire st-hilaire z4, move barquette, roll, recon st-come, move st-hilaire, roll"
        ),
        note="The unused counter comes into play (ZB-39); one straggler lost is one too many (ZB-70).",
    ),
    "equal_kills": Recipe(
        seed="equal_kills 500",
        options=Options(equal_kills=True),
        script=script(
            "roll, roll, fire st-come face_down, fire st-come face_down, roll, roll, roll, ram z4, repair 1, "
            "roll, repair 3, mend ammo, roll, repair 5, roll, fire st-come face_down, fire brevands "
            "face_down, repair 2, roll, repair 2, roll, fire brevands face_down, move st-hilaire, roll, roll, "
            "fire les-veys face_down, fire les-veys face_down, move catz, fire montmartin face_down, move st-"
            "pellerin, roll, roll, roll, move st-jean, fire tribehou face_down, fire montmartin face_down, "
            "fire montmartin face_down"
        ),
        note="Equal is enough against zombies, not against what lies face-down (ZB-72).",
    ),
    "simple_breakdowns": Recipe(
        seed="simple_breakdowns 507",
        options=Options(simple_breakdowns=True),
        script=script(
            "roll, fire st-come face_down, fire brevands face_down, move causeway, roll, fire liesville "
            "face_down, move auvers, fire sainteny face_down, move hill-30, move st-georges, roll, roll, fire "
            "tribehou face_down, move hill-30, move carentan, move st-hilaire, roll, roll, roll, roll, roll, "
            "repair 4, roll, fire st-hilaire z3, fire st-hilaire z3"
        ),
        note="Nothing breaks, but a damaged tank can only look and repair (ZB-73).",
    ),
    "everything_on": Recipe(
        seed="everything_on 125",
        options=Options(rescue=2, equal_kills=True, simple_breakdowns=True),
        script=script(
            "roll, move st-hilaire, recon brevands, fire brevands z6, fire brevands z6, roll, roll, move "
            "catz, move neuilly, roll, recon les-veys, fire les-veys z5, fire les-veys z5, roll, fire les-"
            "veys z5, move montmartin, move st-jean, roll, roll, move graignes, recon tribehou, roll, fire "
            "auxais z4, move tribehou, move auxais, move sainteny, move meautis, roll, recon baupte, fire "
            "baupte z3"
        ),
        language="ja",
        note="All options at once.",
    ),
}
