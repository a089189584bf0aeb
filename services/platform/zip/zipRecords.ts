import { dosTime, unixSeconds, type ZipTime } from './zipTime.ts'

/** The data of a file that its zip records contain. Its bytes are stored uncompressed. */
export interface FileFacts {
  readonly name: string
  /** The size in bytes. */
  readonly size: number
  readonly crc32: number
  readonly modified: ZipTime
}

/** Written in place of a number that is too large for its field; the ZIP64 extra field has the real one. */
const tooLarge = 0xffffffff
const tooMany = 0xffff

const plainVersion = 20
const zip64Version = 45
/** The archive is marked as made on Unix, so that the attributes are Unix file modes. */
const unix = 3 << 8
const regularFile = 0o100644
/** Bit 11: the name is encoded in UTF-8. */
const flags = 0x0800

/** The record before the bytes of a file. */
export function localHeader(file: FileFacts): Buffer {
  const isLarge = file.size >= tooLarge
  const extra = Buffer.concat([...(isLarge ? [zip64Extra([file.size, file.size])] : []), timeExtra(file.modified)])
  const name = Buffer.from(file.name)
  const size = isLarge ? tooLarge : file.size
  const { date, time } = dosTime(file.modified)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(isLarge ? zip64Version : plainVersion, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(time, 10)
  header.writeUInt16LE(date, 12)
  header.writeUInt32LE(file.crc32, 14)
  header.writeUInt32LE(size, 18)
  header.writeUInt32LE(size, 22)
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, name, extra])
}

/**
 * A file's record in the central directory, at the end of the archive.
 * @param offset of the file's local header
 */
export function directoryRecord(file: FileFacts, offset: number): Buffer {
  const isLarge = file.size >= tooLarge
  const isFar = offset >= tooLarge
  const large = [...(isLarge ? [file.size, file.size] : []), ...(isFar ? [offset] : [])]
  const extra = Buffer.concat([...(large.length > 0 ? [zip64Extra(large)] : []), timeExtra(file.modified)])
  const name = Buffer.from(file.name)
  const version = large.length > 0 ? zip64Version : plainVersion
  const size = isLarge ? tooLarge : file.size
  const { date, time } = dosTime(file.modified)
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE(unix | version, 4)
  record.writeUInt16LE(version, 6)
  record.writeUInt16LE(flags, 8)
  record.writeUInt16LE(time, 12)
  record.writeUInt16LE(date, 14)
  record.writeUInt32LE(file.crc32, 16)
  record.writeUInt32LE(size, 20)
  record.writeUInt32LE(size, 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt16LE(extra.length, 30)
  record.writeUInt32LE(regularFile * 0x10000, 38)
  record.writeUInt32LE(isFar ? tooLarge : offset, 42)
  return Buffer.concat([record, name, extra])
}

/** The end of an archive: the position of the central directory, and its number of entries. */
export function endRecords(directory: { count: number; offset: number; size: number }): Buffer {
  const { count, offset, size } = directory
  const isLarge = count >= tooMany || offset >= tooLarge || size >= tooLarge
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(count, tooMany), 8)
  end.writeUInt16LE(Math.min(count, tooMany), 10)
  end.writeUInt32LE(Math.min(size, tooLarge), 12)
  end.writeUInt32LE(Math.min(offset, tooLarge), 16)
  return isLarge ? Buffer.concat([zip64End(directory), end]) : end
}

function zip64End({ count, offset, size }: { count: number; offset: number; size: number }): Buffer {
  const end = Buffer.alloc(56)
  end.writeUInt32LE(0x06064b50, 0)
  // The length of the record, without its signature and this field.
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(unix | zip64Version, 12)
  end.writeUInt16LE(zip64Version, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(0x07064b50, 0)
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([end, locator])
}

function zip64Extra(numbers: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * numbers.length)
  extra.writeUInt16LE(0x0001, 0)
  extra.writeUInt16LE(8 * numbers.length, 2)
  for (const [place, number] of numbers.entries()) extra.writeBigUInt64LE(BigInt(number), 4 + 8 * place)
  return extra
}

/** The extended timestamp: exact to the second, and independent of the time zone. */
function timeExtra(time: ZipTime): Buffer {
  const seconds = unixSeconds(time)
  if (seconds === null) return Buffer.alloc(0)
  const extra = Buffer.alloc(9)
  extra.writeUInt16LE(0x5455, 0)
  extra.writeUInt16LE(5, 2)
  extra.writeUInt8(1, 4)
  extra.writeInt32LE(seconds, 5)
  return extra
}
