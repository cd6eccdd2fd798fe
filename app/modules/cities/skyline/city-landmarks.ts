import {
  arch,
  box,
  cupola,
  disc,
  fir,
  GROUND,
  hoop,
  minaret,
  palm,
  polygon,
  ridge,
  row,
  type Scene,
  snow,
  spire,
  vault,
  wall,
  windows,
} from "./city-shapes";
import { IRAN_LANDMARKS } from "./iran-landmarks";

const NORTH_SHORE = [120, 78, 104, 56, 92, 70, 48, 90, 64, 108];
const HOLLYWOOD = [136, 118, 128, 104, 116, 98, 120, 132];

/** The cities that people know by one building. */
export const LANDMARKS: Readonly<Record<string, Scene>> = {
  ...IRAN_LANDMARKS,
  /** The CN Tower and the Skydome at the lake. */
  toronto: {
    family: "sormeh",
    moon: [0.34, 0.3],
    land: [
      [6, 128, 30],
      [40, 108, 26],
      [70, 134, 22],
      [186, 104, 30],
      [220, 82, 26],
      [250, 118, 30],
      [284, 96, 28],
    ]
      .map(([x = 0, y = 0, w = 0]) => wall(x, y, w))
      .join(""),
    near: `${polygon([154.5, GROUND], [158, 78], [162, 78], [165.5, GROUND])}M144 78Q144 69 152 67H168Q176 69 176 78 172 85 160 87 148 85 144 78z${box(157.5, 40, 5, 28)}${box(154.5, 42, 11, 5)}${spire(160, 42, 2.6, 52)}${wall(66, 164, 76)}${cupola(104, 165, 76, 27)}${wall(196, 130, 24)}${wall(226, 112, 22)}${wall(252, 142, 34)}${wall(20, 146, 30)}`,
    light:
      windows(196, 130, 3, 4, 0) +
      windows(226, 112, 2, 6, 1) +
      windows(252, 142, 4, 3, 2) +
      windows(20, 146, 3, 3, 3) +
      box(147, 76, 26, 2.5) +
      box(72, 170, 64, 2.5),
    water: true,
  },
  /** The observatory on its hill, palms before it. */
  "los-angeles": {
    family: "mes",
    moon: [0.62, 0.29],
    land: ridge(HOLLYWOOD, true),
    far: [
      [196, 92, 14],
      [212, 74, 16],
      [230, 96, 14],
      [246, 84, 12],
    ]
      .map(([x = 0, y = 0, w = 0]) => wall(x, y, w))
      .join(""),
    near:
      wall(70, 158, 132) +
      box(114, 138, 44, 22) +
      cupola(136, 139, 44, 28) +
      box(135, 104, 2, 8) +
      wall(72, 148, 24) +
      cupola(84, 149, 24, 14) +
      wall(176, 148, 24) +
      cupola(188, 149, 24, 14) +
      palm(36, 118, 8) +
      palm(18, 84, -5) +
      palm(262, 132, -9) +
      palm(288, 96, 7) +
      palm(228, 70, 4),
    light:
      row(3, 120, 13, (x) => vault(x, 182, 7, 16)) +
      row(2, 79, 10, (x) => vault(x, 180, 5, 14)) +
      row(2, 183, 10, (x) => vault(x, 180, 5, 14)),
  },
  /** The clock tower, Parliament and the wheel. */
  london: {
    family: "bademjan",
    moon: [0.46, 0.28],
    land: [
      [4, 150, 44],
      [52, 160, 40],
      [240, 150, 30],
      [276, 136, 34],
    ]
      .map(([x = 0, y = 0, w = 0]) => wall(x, y, w))
      .join(""),
    far:
      hoop(70, 112, 56, 4) +
      row(
        4,
        0,
        1,
        (_, i) =>
          `M70 112m${[-1, -39, -55, -39][i]} ${[-55, -39, -1, 39][i]}l${[2, 2, 0, -1][i]} ${[0, -2, 2, -2][i]}L${[71, 110, 125, 110][i]} ${[167, 150, 113, 72][i]}l${[-2, -1, 0, 2][i]} ${[0, 2, -2, 2][i]}z`,
      ) +
      polygon([66, 112], [74, 112], [92, 190], [84, 190]) +
      polygon([66, 112], [74, 112], [56, 190], [48, 190]),
    near:
      wall(206, 66, 28) +
      box(203, 62, 34, 6) +
      spire(220, 62, 30, 26) +
      box(214, 30, 12, 10) +
      spire(220, 30, 14, 30) +
      wall(96, 138, 112) +
      row(6, 98, 21, (x) => wall(x, 128, 6) + spire(x + 3, 128, 6, 12)) +
      wall(244, 112, 26) +
      row(2, 244, 20, (x) => spire(x + 3, 112, 6, 14)),
    light:
      disc(220, 82, 10) +
      row(5, 107.5, 21, (x) => arch(x, 176, 8, 26)) +
      [212, 223].map((x) => arch(x, 176, 6, 30) + arch(x, 134, 6, 26)).join("") +
      arch(252, 176, 10, 40),
    water: true,
  },
  /** The Brandenburg Gate and the television tower. */
  berlin: {
    family: "anar",
    moon: [0.34, 0.29],
    land: [
      [10, 132, 34],
      [40, 118, 22],
      [286, 128, 34],
    ]
      .map(([x = 0, y = 0, w = 0]) => wall(x, y, w))
      .join(""),
    far:
      polygon([262, 190], [265.5, 84], [268.5, 84], [272, 190]) +
      disc(267, 76, 14) +
      box(265.8, 10, 2.4, 56),
    near: `${box(76, 104, 164, 14)}${box(82, 92, 152, 13)}${box(126, 80, 64, 13)}${row(6, 84, 27.4, (x) => wall(x, 116, 11))}${box(70, 176, 176, 10)}${wall(50, 138, 28)}${wall(238, 138, 28)}${box(46, 132, 32, 8)}${box(238, 132, 32, 8)}${box(142, 74, 32, 7)}M146 76l2-12 4-5 3 4 3-4 3 4 3-4 4 5 2 12zM157 64l-1-14 3-4 3 4-1 14zM158 47l-8-4 8-2 2-5 2 5 8 2-8 4z`,
    light: row(5, 98, 27.4, (x) => box(x, 122, 10, 54)),
  },
  /** The Eiffel Tower over mansards. */
  paris: {
    family: "gol",
    moon: [0.7, 0.28],
    land: row(
      4,
      0,
      84,
      (x, i) =>
        wall(x, 144 - (i % 2) * 10, 70) +
        polygon(
          [x, 145 - (i % 2) * 10],
          [x + 8, 124 - (i % 2) * 10],
          [x + 62, 124 - (i % 2) * 10],
          [x + 70, 145 - (i % 2) * 10],
        ) +
        box(x + 14, 114 - (i % 2) * 10, 6, 12) +
        box(x + 48, 114 - (i % 2) * 10, 6, 12),
    ),
    near: `M158.5 12H161.5L164 60C167 104 178 144 208 188H184C179 172 171 163 160 163 149 163 141 172 136 188H112C142 144 153 104 156 60z${box(136, 134, 48, 6)}${box(148, 88, 24, 5)}${box(154, 40, 12, 4)}${spire(160, 14, 2.4, 24)}`,
    light:
      polygon([152, 130], [155.5, 98], [164.5, 98], [168, 130]) +
      polygon([143, 158], [149, 144], [171, 144], [177, 158], [160, 153]) +
      row(3, 18, 17, (x) => box(x, 158, 6, 12)) +
      row(3, 266, 17, (x) => box(x, 158, 6, 12)),
  },
  /** Domes upon domes and four minarets over the Bosphorus. */
  istanbul: {
    family: "lajvard",
    moon: [0.64, 0.28],
    land:
      ridge([160, 146, 152, 136, 146, 138, 154], true) +
      row(5, 232, 18, (x, i) => wall(x, 140 - (i % 2) * 10, 15)),
    far: wall(22, 118, 22) + box(18, 112, 30, 8) + spire(33, 112, 28, 30),
    near:
      cupola(160, 112, 78, 42) +
      box(121, 110, 78, 14) +
      box(159, 56, 2, 16) +
      cupola(118, 136, 48, 24) +
      cupola(202, 136, 48, 24) +
      cupola(160, 140, 90, 24) +
      wall(84, 134, 152) +
      cupola(84, 156, 30, 15) +
      cupola(236, 156, 30, 15) +
      wall(60, 156, 200) +
      [70, 100, 220, 250].map((x, i) => minaret(x, i === 1 || i === 2 ? 62 : 84, 6, true)).join(""),
    light:
      arch(150, GROUND, 20, 36) +
      row(5, 131, 13, (x) => vault(x, 122, 5, 9)) +
      [92, 110, 128, 184, 202, 220].map((x) => arch(x, 176, 9, 22)).join(""),
    water: true,
  },
  /** Burj Khalifa and the sail of Burj Al Arab. */
  dubai: {
    family: "firoozeh",
    moon: [0.74, 0.27],
    land: [
      [0, 132, 24],
      [28, 112, 18],
      [50, 138, 22],
      [102, 120, 22],
      [190, 108, 20],
      [214, 86, 16],
      [234, 126, 26],
      [296, 118, 24],
    ]
      .map(([x = 0, y = 0, w = 0]) => wall(x, y, w))
      .join(""),
    near: `${spire(160, 60, 5, 84)}${box(155.5, 22, 9, 166)}${box(150, 56, 20, 132)}${box(145, 88, 15, 98)}${box(162, 76, 14, 110)}${box(139, 124, 20, 62)}${box(162, 112, 20, 74)}${box(132, 150, 56, 36)}M246 186C246 140 256 104 276 82V186zM276 82h2.5V66h-2.5z${box(240, 178, 48, 8)}${palm(30, 56, 5)}${palm(82, 44, -4)}`,
    light:
      box(159, 34, 2, 140) +
      row(5, 0, 1, (_, i) => box(262 - i * 2.6, 112 + i * 14, 10 + i * 2.6, 3)) +
      windows(162, 110, 2, 6, 2) +
      windows(137, 122, 2, 5, 1),
    water: true,
  },
  /** Empire State and Chrysler among the blocks of Manhattan. */
  "new-york": {
    family: "lajvard",
    moon: [0.26, 0.28],
    land: [
      [0, 112, 22],
      [26, 88, 24],
      [56, 120, 20],
      [100, 96, 22],
      [178, 104, 24],
      [206, 70, 22],
      [262, 98, 26],
      [294, 122, 28],
    ]
      .map(([x = 0, y = 0, w = 0]) => wall(x, y, w))
      .join(""),
    near:
      wall(132, 120, 52) +
      wall(138, 86, 40) +
      wall(144, 54, 28) +
      wall(151, 40, 14) +
      spire(158, 41, 9, 46) +
      wall(226, 92, 30) +
      wall(231, 72, 20) +
      polygon([231, 73], [234, 52], [238, 36], [241, 14], [244, 36], [248, 52], [251, 73]) +
      wall(20, 128, 34) +
      wall(62, 106, 30) +
      spire(77, 106, 22, 20) +
      wall(98, 140, 30) +
      wall(190, 132, 30) +
      wall(262, 136, 44),
    light:
      windows(138, 88, 5, 9, 0) +
      windows(62, 108, 4, 7, 1) +
      windows(20, 130, 4, 5, 2) +
      windows(226, 94, 4, 8, 3) +
      windows(262, 138, 5, 4, 0) +
      windows(190, 134, 4, 5, 1) +
      polygon([238, 60], [241, 46], [244, 60]) +
      polygon([234.5, 70], [238, 62], [244, 62], [247.5, 70]),
    water: true,
  },
  /** Glass towers and the sails of Canada Place under the North Shore mountains. */
  vancouver: {
    family: "firoozeh",
    moon: [0.34, 0.28],
    land: ridge(NORTH_SHORE),
    snow: snow(NORTH_SHORE, [1, 3, 6, 8], 0.4),
    near:
      wall(136, 98, 20) +
      wall(160, 116, 18) +
      wall(182, 92, 22) +
      wall(210, 126, 18) +
      wall(184, 84, 18) +
      box(188, 66, 10, 20) +
      box(182, 70, 22, 7) +
      box(192, 48, 2, 20) +
      wall(108, 128, 24) +
      row(
        4,
        230,
        20,
        (x) =>
          `M${x} 178C${x + 8} 170 ${x + 12} 154 ${x + 13} 138 ${x + 17} 156 ${x + 20} 168 ${x + 22} 178z`,
      ) +
      box(222, 176, 96, 8) +
      fir(24, 72) +
      fir(50, 54) +
      fir(74, 62) +
      fir(4, 46) +
      fir(96, 40),
    light:
      windows(136, 100, 2, 7, 0) +
      windows(160, 118, 2, 6, 1) +
      windows(182, 94, 3, 8, 2) +
      windows(108, 130, 3, 5, 3) +
      windows(210, 128, 2, 5, 0),
    water: true,
  },
};
