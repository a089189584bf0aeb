/** The most reliable property first. */
const dateProperties = ['exif:DateTimeOriginal', 'photoshop:DateCreated', 'xmp:CreateDate', 'exif:DateTimeDigitized']

interface XmpDate {
  /** For example `2009-01-03T10:15:30`; empty without a date. */
  readonly value: string
  readonly fraction?: string
  readonly offset?: string
}

/** Reads the date of capture from an XMP packet. A property is an attribute or an element (ISO 16684-1, 7.9.2). */
export function readXmpDate(packet: Buffer): XmpDate {
  const xml = packet.toString('utf8')
  for (const property of dateProperties) {
    const written = new RegExp(`${property}\\s*(?:=\\s*["']|>)\\s*([\\d:.TZ+-]{10,40})`).exec(xml)?.[1] ?? ''
    const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d)?)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)?)?$/.exec(written)
    if (!match) continue
    const [, day, time = '00:00', fraction = '', offset = ''] = match
    return { value: `${day}T${time}`, fraction, offset }
  }
  return { value: '' }
}
