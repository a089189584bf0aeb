import { type Colour, hex } from './colour.ts'

export type Hour = 'dawn' | 'morning' | 'noon' | 'golden' | 'dusk' | 'blue' | 'night' | 'mist'
export type Season = 'spring' | 'summer' | 'autumn' | 'winter'

/** The sky at an hour, and its light on the land. */
export interface Light {
  /** The colours from the zenith to the horizon. */
  readonly sky: readonly [Colour, Colour, ...Colour[]]
  /** The colour of distant objects. */
  readonly haze: Colour
  /** The light of the sun or the moon. */
  readonly glow: Colour
  readonly glowStrength: number
  /** The light on the land. */
  readonly ambient: Colour
  /** The height of the sun or moon above the horizon, as a fraction of the sky. */
  readonly height: number
  readonly cloud: Colour
  readonly cloudShade: Colour
  readonly stars: number
}

const lights: Readonly<Record<Hour, Light>> = {
  dawn: {
    sky: [hex('5f7fae'), hex('a7a9c2'), hex('f0c1ab'), hex('ffdcae')],
    haze: hex('eac4b2'),
    glow: hex('ffd9a0'),
    glowStrength: 0.75,
    ambient: [0.8, 0.68, 0.66],
    height: 0.1,
    cloud: hex('ffd2bd'),
    cloudShade: hex('b58fa4'),
    stars: 0,
  },
  morning: {
    sky: [hex('3f7fc4'), hex('7fb0de'), hex('c4dcec'), hex('e9eff0')],
    haze: hex('c9dae6'),
    glow: hex('fff3d6'),
    glowStrength: 0.5,
    ambient: [1, 0.96, 0.88],
    height: 1.25,
    cloud: hex('fdfbf7'),
    cloudShade: hex('b9c6d3'),
    stars: 0,
  },
  noon: {
    sky: [hex('1f62b4'), hex('4b8dd0'), hex('93c1e6'), hex('d3e6f0')],
    haze: hex('b3cee2'),
    glow: hex('ffffff'),
    glowStrength: 0.25,
    ambient: [1.05, 1.03, 1],
    height: 1.5,
    cloud: hex('ffffff'),
    cloudShade: hex('aebdcc'),
    stars: 0,
  },
  golden: {
    sky: [hex('4a7ab4'), hex('8fadc6'), hex('e6d2b4'), hex('ffd9a0')],
    haze: hex('e3c8a8'),
    glow: hex('ffcf86'),
    glowStrength: 0.8,
    ambient: [1.08, 0.92, 0.74],
    height: 0.16,
    cloud: hex('ffe2b4'),
    cloudShade: hex('b58f7e'),
    stars: 0,
  },
  dusk: {
    sky: [hex('2c3a68'), hex('6a5a8a'), hex('d57a72'), hex('ffb070')],
    haze: hex('b8808a'),
    glow: hex('ff9a5a'),
    glowStrength: 0.8,
    ambient: [0.52, 0.4, 0.42],
    height: 0.03,
    cloud: hex('ff9b80'),
    cloudShade: hex('5b4a72'),
    stars: 0.15,
  },
  blue: {
    sky: [hex('0d1a3c'), hex('223c6e'), hex('55749f'), hex('b79f9a')],
    haze: hex('4a628c'),
    glow: hex('e8c7a4'),
    glowStrength: 0.35,
    ambient: [0.27, 0.32, 0.44],
    height: -0.06,
    cloud: hex('5d6c92'),
    cloudShade: hex('2b3a60'),
    stars: 0.45,
  },
  night: {
    sky: [hex('0a1124'), hex('13213f'), hex('23395f'), hex('46597c')],
    haze: hex('263a5c'),
    glow: hex('e6ecff'),
    glowStrength: 0.3,
    ambient: [0.17, 0.21, 0.31],
    height: 0.6,
    cloud: hex('2a3a5c'),
    cloudShade: hex('101a33'),
    stars: 1,
  },
  mist: {
    sky: [hex('b4c0c8'), hex('c6d0d5'), hex('d6dddf'), hex('e2e6e5')],
    haze: hex('d0d8da'),
    glow: hex('fffaf0'),
    glowStrength: 0.35,
    ambient: [0.72, 0.76, 0.76],
    height: 0.4,
    cloud: hex('e6ebec'),
    cloudShade: hex('b6c1c7'),
    stars: 0,
  },
}

export function lightAt(hour: Hour): Light {
  return lights[hour]
}

/** The colours of the land in a season. */
export interface Cover {
  readonly grass: Colour
  readonly grassDry: Colour
  readonly leaves: readonly [Colour, ...Colour[]]
  readonly conifer: Colour
  readonly rock: Colour
  /** 0: none; 1: everywhere. */
  readonly snow: number
}

const covers: Readonly<Record<Season, Cover>> = {
  spring: {
    grass: hex('6f9440'),
    grassDry: hex('94a452'),
    leaves: [hex('7fa24a'), hex('94b25c'), hex('e3c4c8'), hex('6d9444')],
    conifer: hex('2f4d36'),
    rock: hex('77756f'),
    snow: 0.35,
  },
  summer: {
    grass: hex('5f7f38'),
    grassDry: hex('a39a58'),
    leaves: [hex('4b6f2e'), hex('5a7d35'), hex('3f6230')],
    conifer: hex('26432f'),
    rock: hex('7d776c'),
    snow: 0.12,
  },
  autumn: {
    grass: hex('87813f'),
    grassDry: hex('b08a48'),
    leaves: [hex('c8742c'), hex('d99a38'), hex('a8482a'), hex('8a7a34')],
    conifer: hex('2d4231'),
    rock: hex('766d65'),
    snow: 0.2,
  },
  winter: {
    grass: hex('e4ebf2'),
    grassDry: hex('cdd8e4'),
    leaves: [hex('5d5550'), hex('6d6661')],
    conifer: hex('2c3f44'),
    rock: hex('6d7078'),
    snow: 0.95,
  },
}

export function coverIn(season: Season): Cover {
  return covers[season]
}
