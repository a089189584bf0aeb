import type { IntlShape } from 'react-intl'

type Maybe<Value> = Value | null | undefined

/** The dimensions of a photo, such as `4,000 × 3,000 (12 megapixels)`. */
export function dimensionsText(
  { width, height }: { readonly width?: Maybe<number>; readonly height?: Maybe<number> },
  { formatMessage }: IntlShape,
): string | null {
  if (!width || !height) return null
  const megapixels = (width * height) / 1e6
  return formatMessage(
    { id: 'preview.dimensions' },
    {
      width,
      height,
      megapixels: megapixels < 10 ? Math.max(0.1, Math.round(megapixels * 10) / 10) : Math.round(megapixels),
    },
  )
}

/** The make and model of the camera. The make is left out if the model begins with it, as most do. */
export function cameraText(cameraMake: Maybe<string>, cameraModel: Maybe<string>): string | null {
  const make = cameraMake?.trim() ?? ''
  const model = cameraModel?.trim() ?? ''
  const [firstWord = ''] = make.split(' ')
  const isMakeInModel = firstWord !== '' && model.toLowerCase().startsWith(firstWord.toLowerCase())
  return (isMakeInModel ? model : `${make} ${model}`.trim()) || null
}

interface Exposure {
  readonly exposureTime?: Maybe<number>
  readonly fNumber?: Maybe<number>
  readonly focalLength?: Maybe<number>
  readonly sensitivity?: Maybe<number>
}

/** The exposure in photographers' notation, such as `1/250 s · f/2.8 · 35 mm · ISO 200`. */
export function exposureText(
  { exposureTime, fNumber, focalLength, sensitivity }: Exposure,
  { formatNumber }: IntlShape,
): string | null {
  const short = (value: number) => formatNumber(value, { maximumFractionDigits: 1 })
  const parts = [
    exposureTime ? `${exposureTime < 0.3 ? `1/${Math.round(1 / exposureTime)}` : short(exposureTime)} s` : null,
    fNumber ? `f/${short(fNumber)}` : null,
    focalLength ? `${short(focalLength)} mm` : null,
    sensitivity ? `ISO ${sensitivity}` : null,
  ]
  return parts.filter((part) => part !== null).join(' · ') || null
}

export interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** The coordinates in degrees north and east, precise to about a metre. */
export function placeText({ latitude, longitude }: Place, { formatNumber }: IntlShape): string {
  const degrees = (value: number) => `${formatNumber(value, { minimumFractionDigits: 5, maximumFractionDigits: 5 })}°`
  return `${degrees(latitude)} ${degrees(longitude)}`
}

/** The address of the place on a public map. */
export function mapUrl({ latitude, longitude }: Place): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`
}
