import sharp, { type Exif } from 'sharp'
import { develop } from './develop.ts'
import { drawScene } from './scene.ts'
import type { PicturePlan } from './plan.ts'

const quality = 88

/** How far to rotate the pixels, so that the EXIF orientation turns them upright. */
const turns: Readonly<Record<PicturePlan['orientation'], number>> = { 1: 0, 3: 180, 6: 270, 8: 90 }

/** Draws a planned picture, with its camera data, as a PNG if planned, else as a JPEG. */
export async function encodePicture(plan: PicturePlan): Promise<Buffer> {
  const { scene } = plan
  const pixels = develop(drawScene(scene), scene.seed)
  const raw = { width: scene.width, height: scene.height, channels: 3 } as const
  const enlarged = await sharp(pixels, { raw })
    .resize({ width: plan.width, kernel: 'mitchell' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = enlarged.info
  const finished = sharp(enlarged.data, { raw: { width, height, channels: 3 } })
    .rotate(turns[plan.orientation])
    .withExif(exifOf(plan))
    .withMetadata({ orientation: plan.orientation })
  if (plan.format === 'png') return finished.png({ compressionLevel: 6 }).toBuffer()
  return finished.jpeg({ quality: plan.format === 'heic' ? 95 : quality }).toBuffer()
}

function exifOf(plan: PicturePlan): Exif {
  const { camera, taken, position } = plan
  return {
    IFD0: { Make: camera.make, Model: camera.model },
    IFD2: {
      LensModel: camera.lens,
      FNumber: camera.aperture,
      ExposureTime: '1/250',
      ISOSpeedRatings: '100',
      ...(taken === null ? {} : { DateTimeOriginal: taken, DateTimeDigitized: taken, OffsetTimeOriginal: plan.offset }),
    },
    ...(position
      ? {
          IFD3: {
            GPSLatitudeRef: position.latitude < 0 ? 'S' : 'N',
            GPSLatitude: degrees(position.latitude),
            GPSLongitudeRef: position.longitude < 0 ? 'W' : 'E',
            GPSLongitude: degrees(position.longitude),
          },
        }
      : {}),
  }
}

/** An angle as EXIF fractions: degrees, minutes, and seconds with two decimals. */
function degrees(value: number): string {
  const hundredths = Math.round(Math.abs(value) * 360_000)
  const whole = Math.floor(hundredths / 360_000)
  const minutes = Math.floor((hundredths % 360_000) / 6_000)
  return `${whole}/1 ${minutes}/1 ${hundredths % 6_000}/100`
}
