import {
  arch,
  box,
  cupola,
  cypress,
  disc,
  dome,
  GROUND,
  minaret,
  polygon,
  ridge,
  row,
  type Scene,
  slits,
  snow,
  spire,
  vault,
  wall,
  windcatcher,
} from "./city-shapes";

const ALBORZ = [138, 112, 128, 84, 108, 92, 112, 58, 96, 84, 112, 98];
const SAHAND = [150, 124, 142, 96, 128, 108, 140, 116];

/** The cities of Iran that people know by one building. */
export const IRAN_LANDMARKS = {
  /** Azadi tower and Milad tower before the Alborz. */
  tehran: {
    family: "lajvard",
    sky: 4,
    moon: [0.5, 0.3],
    land: ridge(ALBORZ),
    snow: snow(ALBORZ, [3, 7]),
    near: `M96 190C124 178 137 148 139 112L141 92H179L181 112C183 148 196 178 224 190H192C186 168 176 156 160 156 144 156 134 168 128 190z${box(139, 86, 42, 7)}${wall(262, 92, 4)}${polygon([257, 96], [261, 78], [267, 78], [271, 96], [267, 104], [261, 104])}${box(263.2, 46, 1.6, 34)}`,
    light: arch(152, 146, 16, 42) + row(3, 146, 12, (x) => box(x, 97, 4, 6)),
  },
  /** Si-o-se-pol over the Zayandeh Rud, a dome and a minaret behind it. */
  isfahan: {
    family: "firoozeh",
    moon: [0.42, 0.32],
    far:
      box(198, 112, 68, 66) +
      dome(232, 114, 60, 58) +
      box(230.5, 46, 3, 14) +
      wall(60, 84, 9) +
      box(57, 76, 15, 8) +
      spire(64.5, 76, 5, 16) +
      wall(280, 84, 9) +
      box(277, 76, 15, 8) +
      spire(284.5, 76, 5, 16),
    near: box(-2, 114, 324, 90),
    endless: true,
    light:
      row(6, 6.7, 53.33, (x) => arch(x, 200, 40, 52)) +
      row(12, 5.8, 26.67, (x) => arch(x, 142, 15, 19)),
  },
  /** The pavilion over Hafez's grave among cypresses. */
  shiraz: {
    family: "gol",
    moon: [0.5, 0.29],
    land:
      cypress(36, 126) +
      cypress(64, 92) +
      cypress(262, 108) +
      cypress(290, 134) +
      box(0, 188, 320, 14),
    near: `M92 122C96 96 128 92 138 80 146 70 156 66 160 56 164 66 174 70 182 80 192 92 224 96 228 122z${box(90, 118, 140, 8)}${[104, 127, 150, 166, 189, 212].map((x) => box(x, 122, 5, 56)).join("")}${box(80, 174, 160, 12)}`,
    light: box(154.5, 146, 11, 28) + cupola(160, 146, 11),
  },
  /** Windcatchers and mud domes. */
  yazd: {
    family: "mes",
    moon: [0.5, 0.32],
    land: ridge([168, 158, 164, 148, 156, 146], true),
    near:
      windcatcher(52, 80, 52) +
      windcatcher(214, 104, 40) +
      dome(156, 160, 68, 46) +
      wall(118, 158, 78) +
      dome(286, GROUND, 44, 26) +
      dome(24, GROUND, 40, 22),
    light: slits(52, 80, 52) + slits(214, 104, 40, 28) + arch(146, 190, 22, 32),
  },
  /** The pavilion in the lake of El Goli, Sahand behind it. */
  tabriz: {
    family: "sormeh",
    moon: [0.36, 0.3],
    land: ridge(SAHAND),
    snow: snow(SAHAND, [3]),
    near:
      box(92, 106, 136, 72) +
      box(88, 102, 144, 8) +
      box(124, 76, 72, 28) +
      box(120, 70, 80, 8) +
      box(40, 176, 240, 8),
    light:
      arch(137, 176, 46, 82) +
      [104, 194].map((x) => arch(x, 142, 22, 24) + arch(x, 176, 22, 24)).join(""),
    water: true,
  },
  /** The golden dome of the shrine between its minarets. */
  mashhad: {
    family: "bademjan",
    sky: 7,
    moon: [0.24, 0.29],
    far: box(132, 84, 56, 40) + wall(20, 134, 280) + wall(150, 100, 20),
    near: wall(120, 110, 80) + minaret(104, 58, 10) + minaret(216, 58, 10) + wall(30, 146, 260),
    light:
      dome(160, 86, 64, 60) +
      box(158.5, 14, 3, 14) +
      arch(138, GROUND, 44, 62) +
      row(3, 40, 18, (x) => arch(x, GROUND, 11, 26)) +
      row(3, 233, 18, (x) => arch(x, GROUND, 11, 26)),
  },
  /** Agha Bozorg: a brick dome, two windcatchers and two storeys of arches. */
  kashan: {
    family: "anar",
    moon: [0.66, 0.29],
    land: ridge([162, 150, 156, 138, 150, 142, 156], true),
    near:
      wall(72, 130, 176) +
      wall(128, 92, 64) +
      box(136, 76, 48, 18) +
      dome(160, 78, 60, 54) +
      windcatcher(88, 92, 24) +
      windcatcher(208, 92, 24) +
      minaret(124, 82, 6) +
      minaret(196, 82, 6) +
      wall(20, 158, 280),
    light:
      arch(144, GROUND, 32, 74) +
      slits(88, 92, 24, 22) +
      slits(208, 92, 24, 22) +
      [80, 102, 204, 226].map((x) => arch(x, 154, 14, 17) + arch(x, GROUND, 14, 20)).join(""),
  },
  /** The town hall with its clock tower, wooded hills behind it. */
  rasht: {
    family: "pesteh",
    moon: [0.66, 0.3],
    land: ridge([132, 108, 124, 96, 118, 104, 128], true),
    near:
      wall(56, 132, 208) +
      box(52, 128, 216, 6) +
      wall(142, 72, 36) +
      box(138, 94, 44, 5) +
      box(138, 68, 44, 6) +
      box(148, 54, 24, 16) +
      cupola(160, 54, 24, 16) +
      box(159, 24, 2, 16) +
      wall(56, 116, 30) +
      cupola(71, 116, 30, 17) +
      wall(234, 116, 30) +
      cupola(249, 116, 30, 17),
    light:
      disc(160, 84, 7) +
      vault(152, GROUND, 16, 34) +
      row(3, 94, 16, (x) => vault(x, 166, 9, 20)) +
      row(3, 185, 16, (x) => vault(x, 166, 9, 20)) +
      vault(155, 122, 10, 16),
  },
  /** The Jabaliyeh dome, the bazaar's arcade and a windcatcher. */
  kerman: {
    family: "zafaran",
    moon: [0.6, 0.3],
    land: ridge([148, 116, 134, 98, 126, 104, 140, 122, 150]),
    near:
      wall(52, 118, 84) +
      box(58, 106, 72, 14) +
      cupola(94, 107, 64, 52) +
      box(92.5, 44, 3, 14) +
      wall(20, 152, 280) +
      windcatcher(226, 78, 36) +
      wall(160, 126, 48),
    light:
      arch(84, GROUND, 20, 44) +
      arch(60, GROUND, 13, 34) +
      arch(115, GROUND, 13, 34) +
      slits(226, 78, 36, 30) +
      arch(170, GROUND, 28, 46) +
      row(2, 270, 18, (x) => arch(x, GROUND, 11, 22)) +
      arch(30, GROUND, 11, 22),
  },
} satisfies Record<string, Scene>;
