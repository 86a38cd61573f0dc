"""Everything printed: the map, the counters, the event table. Each figure stands once, in one row.

The source has neither the map nor the counter sheet; what stands here is the ruling sheet's (ZB-1 to ZB-5).
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from bocage.rules.hexes import Hex

TURNS = 10

#: Number of infantry counters; an upper bound for the option ``rescue``.
INFANTRY_COUNTERS = 2


class Place(NamedTuple):
    """A printed hex: flat-top axial coordinates, its number (0: none), its names."""

    id: str
    q: int
    r: int
    number: int
    en: str
    ja: str

    @property
    def hex(self) -> Hex:
        """Its place on the map of hexes."""
        return Hex(self.q, self.r)


# ZB-3
PLACES: tuple[Place, ...] = (
    Place("liesville", -3, 0, 8, "Liesville-sur-Douve", "リエヴィル・シュル・ドゥーヴ"),
    Place("appeville", -3, 1, 0, "Appeville", "アップヴィル"),
    Place("baupte", -3, 2, 3, "Baupte", "ボープト"),
    Place("houesville", -2, -1, 0, "Houesville", "ウースヴィル"),
    Place("auvers", -2, 1, 0, "Auvers", "オーヴェール"),
    Place("meautis", -2, 2, 0, "Méautis", "メオティ"),
    Place("sainteny", -2, 3, 5, "Sainteny", "サントニー"),
    Place("st-come", -1, -1, 1, "Saint-Côme-du-Mont", "サン・コーム・デュ・モン"),
    Place("causeway", -1, 0, 0, "The Causeway (N13)", "国道13号の土手道"),
    Place("hill-30", -1, 1, 0, "Hill 30", "30高地"),
    Place("st-georges", -1, 2, 0, "Saint-Georges-de-Bohon", "サン・ジョルジュ・ド・ボオン"),
    Place("auxais", -1, 3, 0, "Auxais", "オーセ"),
    Place("angoville", 0, -2, 0, "Angoville-au-Plain", "アンゴヴィル・オー・プラン"),
    Place("barquette", 0, -1, 0, "La Barquette lock", "ラ・バルケット水門"),
    Place("carentan", 0, 0, 0, "Carentan", "カランタン"),
    Place("tribehou", 0, 3, 6, "Tribehou", "トリブウ"),
    Place("st-hilaire", 1, -1, 0, "Saint-Hilaire-Petitville", "サン・ティレール・プティヴィル"),
    Place("graignes", 1, 2, 0, "Graignes", "グレーニュ"),
    Place("brevands", 2, -2, 2, "Brévands", "ブレヴァン"),
    Place("catz", 2, -1, 0, "Catz", "カッツ"),
    Place("st-pellerin", 2, 0, 0, "Saint-Pellerin", "サン・ペルラン"),
    Place("st-jean", 2, 1, 0, "Saint-Jean-de-Daye", "サン・ジャン・ド・デー"),
    Place("les-veys", 3, -2, 4, "Les Veys", "レ・ヴェ"),
    Place("neuilly", 3, -1, 0, "Neuilly-la-Forêt", "ヌイイ・ラ・フォレ"),
    Place("montmartin", 3, 0, 7, "Montmartin-en-Graignes", "モンマルタン・アン・グレーニュ"),
)

#: The hex with the star: the M5 starts there, and only there ammunition is restocked. It has no number (ZB-5).
STAR = "carentan"


class Hole(NamedTuple):
    """A hex inside the map's outline that is not printed; nothing enters it."""

    id: str
    q: int
    r: int
    en: str
    ja: str


HOLES: tuple[Hole, ...] = (
    Hole("douve-marsh", -2, 0, "Douve marsh", "ドゥーヴ川の湿地"),
    Hole("douve-mouth", 1, -2, "Mouth of the Douve", "ドゥーヴ川の河口"),
    Hole("taute-marsh-1", 0, 1, "Taute marsh", "トート川の湿地"),
    Hole("taute-marsh-2", 0, 2, "Taute marsh", "トート川の湿地"),
    Hole("taute-marsh-3", 1, 0, "Taute marsh", "トート川の湿地"),
    Hole("taute-marsh-4", 1, 1, "Taute marsh", "トート川の湿地"),
)

# ZB-2: number of each zombie.
STRENGTH: dict[str, int] = {"z3": 3, "z4": 4, "z5": 5, "z6": 6}
INFANTRY = "infantry"
M8 = "m8"
CUTTER = "cutter"
EVENT = "event"

#: The nine hidden counters, in the order in which setup shuffles them (ZB-1).
COUNTERS: tuple[str, ...] = (*STRENGTH, INFANTRY, INFANTRY, M8, CUTTER, EVENT)

#: Equipment that the M5 can mount, and the attack that it helps with +2.
EQUIPMENT: tuple[str, ...] = (M8, CUTTER)

#: Modifiers of dice: code and value.
ATTACK_BONUS = 2
KILL_BONUS = 2

#: A modified die of at least this destroys a face-down counter.
FACE_DOWN_NEEDS = 5
FIRE_RANGE = 2
RECON_AP = 2

EventKind: TypeAlias = Literal["counterattack", "recon", "zombification", "chaos"]

#: Event table (ZB-4): modified die → event; a counterattack moves by as many hexes as the row's number.
EVENT_TABLE: dict[int, EventKind] = {
    1: "counterattack",
    2: "counterattack",
    3: "counterattack",
    4: "recon",
    5: "zombification",
    6: "zombification",
    7: "chaos",
    8: "chaos",
}
