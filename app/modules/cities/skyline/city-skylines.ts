import { hashSeed, randomFrom } from "../../../lib/drawing/girih";
import type { SceneFamily } from "../../../lib/drawing/palette";
import type { Scene } from "./city-shapes";
import {
  arch,
  box,
  cupola,
  cypress,
  dome,
  fir,
  GROUND,
  minaret,
  palm,
  polygon,
  ridge,
  row,
  slits,
  snow,
  spire,
  vault,
  wall,
  windcatcher,
  windows,
} from "./city-shapes";

type Kind = "desert" | "mountain" | "green" | "sea" | "towers" | "steeples";

/**
 * Where each city lies; a city that is not named here is drawn as a town at the desert's edge, as
 * most of Iran's are.
 */
const PLACES: Record<Exclude<Kind, "desert">, string> = {
  mountain:
    "karaj urmia ardabil kermanshah qazvin zanjan sanandaj hamadan ilam khorramabad shahrekord yasuj bojnurd neyshabur maragheh mahabad yerevan tbilisi dushanbe kabul",
  green: "sari gorgan ramsar lahijan",
  sea: "bandar-abbas bushehr kish qeshm abadan ahvaz chabahar",
  towers:
    "montreal washington-dc san-francisco frankfurt manchester ankara doha sydney melbourne tokyo",
  steeples: "hamburg cologne vienna stockholm gothenburg copenhagen oslo amsterdam the-hague",
};
const KINDS = new Map(
  Object.entries(PLACES).flatMap(([kind, slugs]) =>
    slugs.split(" ").map((slug) => [slug, kind as Kind] as const),
  ),
);

/** Random choices seeded by the city's name. */
interface Rolls {
  between(low: number, high: number): number;
  pick<T>(list: readonly T[]): T;
}

type Drawing = Omit<Scene, "family" | "moon">;

const heights = ({ between }: Rolls, count: number, low: number, high: number) =>
  Array.from({ length: count }, (_, index) =>
    index % 2 === 0 ? between((low + high) / 2, low) : between((low + high) / 2, high),
  );

/** A flat-roofed house with a lit arch or two. */
const house = (x: number, top: number, width: number) => ({
  near: wall(x, top, width),
  light: row(Math.max(1, Math.floor(width / 20)), x + 6, 19, (at) => arch(at, GROUND, 10, 20)),
});

function join(parts: readonly { near: string; light: string }[]): { near: string; light: string } {
  return {
    near: parts.map(({ near }) => near).join(""),
    light: parts.map(({ light }) => light).join(""),
  };
}

const DRAWINGS: Record<
  Kind,
  { families: readonly SceneFamily[]; draw: (rolls: Rolls) => Drawing }
> = {
  desert: {
    families: ["mes", "anar", "bademjan", "firoozeh", "sormeh"],
    draw(rolls) {
      const { between, pick } = rolls;
      const middle = between(140, 180);
      const size = between(56, 74);
      const catcher = (x: number, width: number) => {
        const top = between(86, 112);
        return { near: windcatcher(x, top, width), light: slits(x, top, width, between(22, 32)) };
      };
      const centre = pick([
        {
          near:
            wall(middle - size * 0.66, 134, size * 1.32) +
            box(middle - size * 0.4, 118, size * 0.8, 18) +
            dome(middle, 120, size, size * 0.86),
          light: arch(middle - 13, GROUND, 26, 42),
        },
        {
          near:
            wall(middle - 36, 92, 72) +
            minaret(middle - 42, 64, 8) +
            minaret(middle + 42, 64, 8) +
            wall(middle - 70, 136, 140),
          light:
            arch(middle - 22, GROUND, 44, 76) +
            arch(middle - 62, GROUND, 14, 28) +
            arch(middle + 48, GROUND, 14, 28),
        },
      ]);
      const town = join([
        house(14, between(150, 162), 62),
        catcher(between(58, 76), pick([26, 34, 40])),
        centre,
        house(244, between(148, 160), 66),
        catcher(between(232, 250), pick([24, 30, 36])),
      ]);
      return {
        ...town,
        near: town.near + dome(between(28, 40), 160, 34, 22),
        land: ridge(heights(rolls, 7, 166, 136), pick([true, true, false])),
      };
    },
  },
  mountain: {
    families: ["lajvard", "sormeh", "firoozeh", "bademjan", "pesteh"],
    draw(rolls) {
      const { between, pick } = rolls;
      const range = heights(rolls, 9, 148, 70);
      const peaks = [1, 3, 5, 7].filter((peak) => (range[peak] ?? GROUND) < 100);
      const middle = between(146, 174);
      const centre = pick([
        {
          near:
            wall(middle - 46, 142, 92) +
            box(middle - 24, 122, 48, 22) +
            dome(middle, 124, 58, 48) +
            minaret(middle + 58, 84, 8),
          light:
            arch(middle - 11, GROUND, 22, 36) +
            arch(middle - 38, GROUND, 12, 26) +
            arch(middle + 26, GROUND, 12, 26),
        },
        {
          near: wall(middle - 15, 96, 30) + spire(middle, 97, 34, 50) + wall(middle - 52, 148, 104),
          light:
            arch(middle - 6, 136, 12, 26) +
            arch(middle - 42, GROUND, 14, 26) +
            arch(middle + 28, GROUND, 14, 26),
        },
        {
          near:
            wall(middle - 56, 138, 112) +
            cupola(middle, 139, 68, 38) +
            box(middle - 1.5, 90, 3, 14) +
            cupola(middle - 42, 139, 26, 16) +
            cupola(middle + 42, 139, 26, 16),
          light: row(5, middle - 46, 20, (x) => arch(x, GROUND, 12, 30)),
        },
      ]);
      const town = join([
        house(16, between(150, 164), 48),
        house(54, between(138, 152), 38),
        centre,
        house(236, between(140, 154), 40),
        house(268, between(152, 164), 44),
      ]);
      const poplars = [between(92, 100), between(104, 110), between(214, 222), between(228, 234)]
        .map((x) => cypress(x, between(52, 78), GROUND + 2))
        .join("");
      return { ...town, near: town.near + poplars, land: ridge(range), snow: snow(range, peaks) };
    },
  },
  green: {
    families: ["pesteh", "firoozeh", "lajvard"],
    draw(rolls) {
      const { between } = rolls;
      // Rain falls here most of the year: steep roofs, raised floors.
      const cottage = (x: number, top: number, width: number) => ({
        near:
          wall(x + 5, top + 20, width - 10) +
          polygon(
            [x, top + 24],
            [x + width * 0.24, top],
            [x + width * 0.76, top],
            [x + width, top + 24],
          ),
        light: row(Math.floor((width - 16) / 16), x + 13, 16, (at) => box(at, top + 34, 7, 10)),
      });
      const town = join([
        cottage(between(30, 44), 132, 74),
        cottage(between(120, 136), 112, 92),
        cottage(between(226, 236), 136, 66),
      ]);
      const firs = [10, 26, 112, 218, 300]
        .map((x) => fir(x + between(-4, 4), between(58, 96)))
        .join("");
      return { ...town, near: town.near + firs, land: ridge(heights(rolls, 7, 136, 84), true) };
    },
  },
  sea: {
    families: ["firoozeh", "lajvard", "mes", "gol"],
    draw(rolls) {
      const { between, pick } = rolls;
      const deck = between(196, 216);
      const hull =
        polygon([deck - 10, 170], [deck + 86, 164], [deck + 74, 187], [deck + 4, 187]) +
        box(deck + 45, 66, 2.5, 106);
      // Sails catch the light of the sky; the hull does not.
      const sails =
        polygon([deck + 12, 166], [deck + 45, 70], [deck + 52, 166]) +
        polygon([deck + 58, 166], [deck + 62, 98], [deck + 82, 164]);
      const quay = join([
        house(14, 152, 56),
        pick([
          {
            near: wall(70, 128, 78) + cupola(109, 129, 46, 28) + minaret(78, 84, 8),
            light: row(3, 82, 20, (x) => arch(x, GROUND, 12, 34)),
          },
          {
            near: wall(66, 132, 84) + windcatcher(92, 92, 30),
            light: slits(92, 92, 30, 24) + row(4, 72, 20, (x) => arch(x, GROUND, 12, 30)),
          },
        ]),
      ]);
      const palms = [between(20, 30), between(48, 58), between(160, 172)]
        .map((x) => palm(x, between(74, 118), pick([-8, -5, 6, 9])))
        .join("");
      return {
        ...quay,
        near: quay.near + hull + palms,
        land: ridge(
          [
            between(112, 128),
            between(98, 112),
            between(116, 130),
            between(140, 150),
            166,
            178,
            174,
          ],
          true,
        ),
        far: sails,
        water: true,
      };
    },
  },
  towers: {
    families: ["lajvard", "sormeh", "bademjan", "anar", "firoozeh"],
    draw(rolls) {
      const { between, pick } = rolls;
      const land = row(9, -4, 37, (x) =>
        wall(x + between(0, 8), between(88, 140), between(20, 28)),
      );
      const tall = Math.floor(between(2, 5));
      const blocks = Array.from({ length: 7 }, (_, index) => {
        const width = pick([24, 31, 38]);
        const top = index === tall ? between(58, 72) : between(104, 150);
        const x = 14 + index * 43 + between(-3, 3);
        const crown =
          index === tall
            ? spire(x + width / 2, top + 1, 8, between(30, 48)) +
              box(x + 5, top - 8, width - 10, 10)
            : pick([
                "",
                box(x + 4, top - 6, width - 8, 8),
                polygon([x, top + 1], [x + width, top - 16], [x + width, top + 1]),
              ]);
        return {
          near: wall(x, top, width) + crown,
          light: windows(
            x - 1,
            top,
            Math.floor(width / 7) - 1,
            Math.floor((GROUND - top - 14) / 10),
            index,
          ),
        };
      });
      return { ...join(blocks), land, water: pick([true, true, false]) };
    },
  },
  steeples: {
    families: ["sormeh", "lajvard", "gol", "pesteh", "bademjan"],
    draw(rolls) {
      const { between, pick } = rolls;
      const gable = (x: number, top: number, width: number, form: number) => ({
        near:
          wall(x, top, width) +
          (form === 0
            ? spire(x + width / 2, top + 1, width, width * 0.8)
            : form === 1
              ? box(x + 5, top - 9, width - 10, 10) + box(x + 10, top - 17, width - 20, 10)
              : polygon(
                  [x, top + 1],
                  [x + 6, top - 15],
                  [x + width - 6, top - 15],
                  [x + width, top + 1],
                )),
        light: row(2, x + width / 2 - 9, 11, (at) =>
          row(Math.floor((GROUND - top - 8) / 18), top + 8, 18, (y) => box(at, y, 6, 9)),
        ),
      });
      const middle = between(140, 180);
      const church = {
        near:
          wall(middle - 14, 92, 28) +
          spire(middle, 93, 32, between(66, 84)) +
          box(middle - 17, 88, 34, 6) +
          wall(middle - 14, 140, 76) +
          polygon([middle + 10, 141], [middle + 20, 112], [middle + 56, 112], [middle + 62, 141]),
        light:
          vault(middle - 5, 126, 10, 24) + row(3, middle + 20, 14, (x) => vault(x, 174, 7, 22)),
      };
      const street = [8, 40, 72, 104, 216, 248, 280].map((x) =>
        gable(x, between(112, 138), 32, pick([0, 1, 2])),
      );
      const land =
        row(
          6,
          -10,
          60,
          (x) =>
            wall(x, between(118, 140), 44) +
            polygon(
              [x, 142],
              [x + 10, between(100, 112)],
              [x + 34, between(100, 112)],
              [x + 44, 142],
            ),
        ) +
        box(between(60, 90), 84, 12, 60) +
        spire(between(230, 250), 140, 16, 76);
      return { ...join([...street, church]), land, water: pick([true, true, false]) };
    },
  },
};

/**
 * A town of its own for a city without a drawn landmark: the kind is the land's, the rest is rolled
 * from its name.
 */
export function skylineOf(slug: string): Scene {
  const random = randomFrom(hashSeed(`skyline-${slug}`));
  const rolls: Rolls = {
    between: (low, high) => low + random() * (high - low),
    pick: (list) => list[Math.floor(random() * list.length)] as (typeof list)[number],
  };
  const { families, draw } = DRAWINGS[KINDS.get(slug) ?? "desert"];
  const family = rolls.pick(families);
  const moon = [rolls.pick([0.28, 0.34, 0.5, 0.66, 0.72]), rolls.between(0.27, 0.31)] as const;
  return { family, moon, ...draw(rolls) };
}
