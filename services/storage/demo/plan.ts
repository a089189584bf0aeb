import { Random } from './random.ts'
import type { Hour, Season } from './light.ts'
import type { Motif, Scene } from './scene.ts'

/** One picture of the demo library, including its camera data. */
export interface PicturePlan {
  readonly scene: Scene
  /** The width of the finished picture in pixels, as displayed. */
  readonly width: number
  readonly fileName: string
  readonly format: 'jpeg' | 'png' | 'heic'
  readonly orientation: 1 | 3 | 6 | 8
  /** `YYYY:MM:DD HH:MM:SS`; null if unknown. */
  readonly taken: string | null
  readonly offset: string
  readonly camera: Camera
  readonly position: Place | null
}

interface Camera {
  readonly make: string
  readonly model: string
  readonly lens: string
  /** `0000` stands for the picture's number. */
  readonly fileName: string
  readonly aperture: string
  readonly writesPosition: boolean
}

interface Place {
  readonly latitude: number
  readonly longitude: number
  /** The UTC offset in winter, in hours. */
  readonly zone: number
  readonly motifs: readonly [Motif, ...Motif[]]
}

const cameras: readonly [Camera, ...Camera[]] = [
  {
    make: 'Apple',
    model: 'iPhone 15 Pro',
    lens: 'iPhone 15 Pro back triple camera 6.765mm f/1.78',
    fileName: 'IMG_0000.JPG',
    aperture: '178/100',
    writesPosition: true,
  },
  {
    make: 'SONY',
    model: 'ILCE-7M4',
    lens: 'FE 24-105mm F4 G OSS',
    fileName: 'DSC00000.JPG',
    aperture: '8/1',
    writesPosition: false,
  },
  {
    make: 'FUJIFILM',
    model: 'X-T5',
    lens: 'XF16-55mmF2.8 R LM WR',
    fileName: 'DSCF0000.JPG',
    aperture: '56/10',
    writesPosition: false,
  },
  {
    make: 'Google',
    model: 'Pixel 8',
    lens: 'Pixel 8 back camera 6.9mm f/1.68',
    fileName: 'PXL_0000.jpg',
    aperture: '168/100',
    writesPosition: true,
  },
]

const places: readonly [Place, ...Place[]] = [
  { latitude: 46.572, longitude: 7.909, zone: 1, motifs: ['mountains', 'lake', 'meadow'] },
  { latitude: 60.862, longitude: 7.114, zone: 1, motifs: ['lake', 'mountains', 'forest'] },
  { latitude: 57.274, longitude: -6.215, zone: 0, motifs: ['coast', 'hills', 'lake'] },
  { latitude: 46.618, longitude: 12.303, zone: 1, motifs: ['mountains', 'meadow', 'lake'] },
  { latitude: 48.062, longitude: 8.123, zone: 1, motifs: ['forest', 'hills', 'meadow'] },
  { latitude: 38.783, longitude: -9.498, zone: 0, motifs: ['coast', 'coast', 'hills'] },
  { latitude: 43.065, longitude: 11.552, zone: 1, motifs: ['hills', 'hills', 'meadow'] },
  { latitude: 53.403, longitude: 6.08, zone: 1, motifs: ['coast', 'meadow', 'coast'] },
]

const hours: readonly (readonly [Hour, number])[] = [
  ['dawn', 6],
  ['mist', 8],
  ['morning', 10],
  ['morning', 11],
  ['noon', 13],
  ['noon', 15],
  ['golden', 18],
  ['golden', 19],
  ['dusk', 20],
  ['blue', 21],
  ['night', 23],
]

const shapes: readonly [readonly [number, number], ...(readonly [number, number])[]] = [
  [3, 2],
  [3, 2],
  [4, 3],
  [4, 3],
  [2, 3],
  [3, 4],
  [16, 9],
  [1, 1],
  [14, 5],
]

const drawnSide = 1_040
const finishedSide = 1_600
const dayMilliseconds = 86_400_000
const monthDays = 30.4
const undatedEvery = 17

/**
 * Plans picture `number` of a library; 0 is the newest. The pictures are spread over `months` before `until`. The same
 * arguments always give the same picture.
 */
export function planPicture(
  library: { seed: number; count: number; months: number; until: string },
  number: number,
): PicturePlan {
  const random = new Random(library.seed * 10_007 + number)
  // Four pictures in a row share an outing: one place and one camera.
  const outing = new Random(library.seed * 7_001 + Math.floor(number / 4))
  const place = outing.pick(places)
  const camera = outing.pick(cameras)
  const daysBack = ((Math.floor(number / 4) * 4 + 1.5) / library.count) * library.months * monthDays
  const day = new Date(Date.parse(library.until) - Math.round(daysBack) * dayMilliseconds)
  const [hour, clock] = hours[random.whole(0, hours.length - 1)] ?? ['noon', 13]
  const [across, down] = random.pick(shapes)
  const side = drawnSide / Math.max(across, down)
  const format = formatOf(number)
  const isUndated = number % undatedEvery === undatedEvery - 1
  const scene: Scene = {
    seed: library.seed * 1_000 + number,
    motif: random.pick(place.motifs),
    hour,
    season: seasonOf(day.getUTCMonth() + 1),
    width: Math.round(across * side),
    height: Math.round(down * side),
  }
  return {
    scene,
    width: Math.round((format === 'png' ? drawnSide : finishedSide) * (across / Math.max(across, down))),
    fileName: fileNameOf(camera, format, 4_900 - number * 3 - random.whole(0, 2)),
    format,
    orientation: format === 'jpeg' && number % 7 === 3 ? random.pick([3, 6, 6, 8]) : 1,
    taken: isUndated ? null : stamp(day, clock, random),
    offset: offsetOf(place.zone, day.getUTCMonth() + 1),
    camera,
    position: camera.writesPosition && !isUndated ? nearby(place, random) : null,
  }
}

function formatOf(number: number): PicturePlan['format'] {
  if (number % 19 === 8) return 'png'
  return number % 13 === 5 ? 'heic' : 'jpeg'
}

function seasonOf(month: number): Season {
  if (month === 12 || month <= 2) return 'winter'
  if (month <= 5) return 'spring'
  return month <= 8 ? 'summer' : 'autumn'
}

function offsetOf(zone: number, month: number): string {
  const isSummerTime = month >= 4 && month <= 10
  return `+0${zone + (isSummerTime ? 1 : 0)}:00`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}

function stamp(day: Date, clock: number, random: Random): string {
  const date = `${day.getUTCFullYear()}:${two(day.getUTCMonth() + 1)}:${two(day.getUTCDate())}`
  return `${date} ${two(clock)}:${two(random.whole(0, 59))}:${two(random.whole(0, 59))}`
}

function nearby(place: Place, random: Random): Place {
  return {
    ...place,
    latitude: place.latitude + random.between(-0.05, 0.05),
    longitude: place.longitude + random.between(-0.05, 0.05),
  }
}

function fileNameOf(camera: Camera, format: PicturePlan['format'], number: number): string {
  const name = camera.fileName.replace(/0{4,5}/, (zeros) => String(number).padStart(zeros.length, '0'))
  if (format === 'png') return name.replace(/\.jpg$/i, '.png')
  return format === 'heic' ? name.replace(/\.jpg$/i, '.HEIC') : name
}
