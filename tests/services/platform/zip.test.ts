import { spawn } from 'node:child_process'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { EntryNames } from '../../../services/platform/zip/entryNames.ts'
import { writeZip, type ZipEntry, ZipEntryError } from '../../../services/platform/zip/writeZip.ts'
import { directoryRecord, endRecords, localHeader } from '../../../services/platform/zip/zipRecords.ts'
import { infoZip, inFolder, unzip } from '../../support/unzip.ts'

const usual = new Date('2024-05-12T08:15:30Z')

function entryOf(name: string, content: string, changes: Partial<ZipEntry> = {}): ZipEntry {
  const bytes = Buffer.from(content)
  const open = async () => Readable.from([bytes.subarray(0, 1), bytes.subarray(1)])
  return { name, size: bytes.length, crc32: crc32(bytes), modified: usual, open, ...changes }
}

async function* lost(): AsyncGenerator<Buffer> {
  yield Buffer.from('con')
  throw Object.assign(new Error('i/o error, read'), { code: 'EIO' })
}

describe('a zip archive, unpacked by another program', () => {
  test('has the files, under names in any script', async () => {
    const names = [
      'IMG_1.jpg',
      'Åre 🏔.jpg',
      '京都の春.heic',
      'Крым.png',
      'صورة.jpg',
      '.hidden',
      'space at.jpg',
      "a'b.jpg",
    ]
    const files = await unzip(await buffer(writeZip(names.map((name) => entryOf(name, `the bytes of ${name}`)))))
    expect([...files.keys()].toSorted()).toEqual(names.toSorted())
    for (const name of names) expect(files.get(name)?.bytes.toString()).toBe(`the bytes of ${name}`)
  })

  test('has the times of the files: as instants if they are known, else as local times', async () => {
    const archive = await buffer(
      writeZip([
        entryOf('instant', 'x', { modified: new Date('2024-05-12T08:15:31Z') }),
        entryOf('with an offset', 'x', { modified: { local: '2024-05-12T10:15:31.25', offset: '+02:00' } }),
        entryOf('west', 'x', { modified: { local: '2024-05-12T04:45:31', offset: '-03:30' } }),
        entryOf('without', 'x', { modified: { local: '2024-05-12T10:15:31', offset: null } }),
        entryOf('long ago', 'x', { modified: { local: '1965-07-04T12:00:00', offset: null } }),
      ]),
    )
    const clocks = async (zone: string) =>
      Object.fromEntries([...(await unzip(archive, zone))].map(([name, { clock }]) => [name, clock]))
    const always = {
      without: '2024-05-12T10:15:30',
      'long ago': '1980-01-01T00:00:00',
    }
    expect(await clocks('UTC')).toEqual({
      ...always,
      instant: '2024-05-12T08:15:31',
      'with an offset': '2024-05-12T08:15:31',
      west: '2024-05-12T08:15:31',
    })
    expect(await clocks('Asia/Tokyo')).toMatchObject({ ...always, instant: '2024-05-12T17:15:31' })
  })

  test('may have more files than two bytes can count', async () => {
    const files = Array.from({ length: 66_000 }, (_, n) => ({ name: `${n}.txt`, size: 0, crc32: 0, modified: usual }))
    const headers = files.map((file) => localHeader(file))
    let offset = 0
    const directory = files.map((file, number) => {
      const record = directoryRecord(file, offset)
      offset += headers[number]?.length ?? 0
      return record
    })
    const size = directory.reduce((sum, record) => sum + record.length, 0)
    await inFolder(async (folder) => {
      const archive = join(folder, 'many.zip')
      const end = endRecords({ count: files.length, offset, size })
      await writeFile(archive, Buffer.concat([...headers, ...directory, end]))
      const listed = (await infoZip(['-Z1', archive])).toString().trimEnd().split('\n')
      expect(listed).toEqual(files.map(({ name }) => name))
      expect((await infoZip(['-p', archive, '65999.txt'])).length).toBe(0)
    })
  })

  test('may have files above 4 GB, and files after them', async () => {
    const large = { name: 'large.tif', size: 5 * 2 ** 30, crc32: 1, modified: usual }
    const small = { name: 'small.jpg', size: 5, crc32: crc32(Buffer.from('small')), modified: usual }
    await inFolder(async (folder) => {
      const file = join(folder, 'large.zip')
      const begin = localHeader(large)
      const behind = begin.length + large.size
      const directory = Buffer.concat([directoryRecord(large, 0), directoryRecord(small, behind)])
      const content = Buffer.concat([localHeader(small), Buffer.from('small')])
      const end = endRecords({ count: 2, offset: behind + content.length, size: directory.length })
      // The large file is sparse, so it takes no space.
      await writeFile(file, begin)
      const handle = await open(file, 'r+')
      await handle.write(Buffer.concat([content, directory, end]), 0, null, behind)
      await handle.close()
      expect((await infoZip(['-Z', file])).toString()).toContain(` ${large.size} `)
      expect((await infoZip(['-p', file, 'small.jpg'])).toString()).toBe('small')
      const first = await firstBytes(file, 'large.tif')
      expect(first.equals(Buffer.alloc(first.length))).toBe(true)
    })
  })

  test('is valid without any file', async () => {
    await inFolder(async (folder) => {
      const file = join(folder, 'empty.zip')
      await writeFile(file, await buffer(writeZip([])))
      await expect(infoZip(['-Z1', file])).rejects.toMatchObject({ stdout: Buffer.from('Empty zipfile.\n') })
    })
  })
})

describe('a zip archive', () => {
  test('skips missing files, and reports progress', async () => {
    const gone = entryOf('gone', 'x', { open: async () => null })
    const leftOut: string[] = []
    let bytes = 0
    const observer = {
      leftOut: ({ name }: ZipEntry) => leftOut.push(name),
      wrote: (written: number) => {
        bytes = written
      },
    }
    const entries = [entryOf('one', '12345'), gone, entryOf('two', '123')]
    const files = await unzip(await buffer(writeZip(entries, observer)))
    expect([...files.keys()].toSorted()).toEqual(['one', 'two'])
    expect(leftOut).toEqual(['gone'])
    expect(bytes).toBe(8)
  })

  test.each([
    ['is shorter than announced', { size: 9 }],
    ['is longer than announced', { size: 3 }],
    ['has other bytes than announced', { crc32: 7 }],
    ['was lost by the disk', { open: async () => lost() }],
  ])('fails if a file %s, and names the file', async (_what, changes) => {
    const wrong = entryOf('wrong', 'content', changes)
    const failure: unknown = await buffer(writeZip([entryOf('right', 'x'), wrong])).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ZipEntryError)
    expect(failure).toMatchObject({ entry: wrong })
  })

  test('closes the current file if the reader stops', async () => {
    const content = new Readable({
      read() {
        this.push(Buffer.alloc(65_536))
      },
    })
    const zip = writeZip([entryOf('endless', 'x', { size: 2 ** 40, open: async () => content })])
    for await (const chunk of zip) if (chunk) break
    await expect.poll(() => content.destroyed).toBe(true)
  })
})

describe('an archive whose files are opened ahead', () => {
  test('has all files, and opens no more of them than it may', async () => {
    const opened: string[] = []
    const entries = ['one', 'two', 'three', 'four'].map((name) => {
      const entry = entryOf(name, `the bytes of ${name}`)
      const open = async () => {
        opened.push(name)
        return entry.open()
      }
      return { ...entry, open }
    })
    const zip = writeZip(entries, { ahead: 2 })
    const parts = [(await zip.next()).value ?? Buffer.alloc(0)]
    expect(opened).toEqual(['one', 'two', 'three'])
    parts.push(await buffer(zip))
    const files = await unzip(Buffer.concat(parts))
    expect(files.get('four')?.bytes.toString()).toBe('the bytes of four')
  })

  test('closes the files that it did not reach, and names the file that failed', async () => {
    const waiting = Readable.from([Buffer.from('x')])
    const wrong = entryOf('wrong', 'content', { crc32: 7 })
    const entries = [wrong, entryOf('waiting', 'x', { open: async () => waiting })]
    const failure: unknown = await buffer(writeZip(entries, { ahead: 1 })).catch((error: unknown) => error)
    expect(failure).toMatchObject({ entry: wrong })
    expect(waiting.destroyed).toBe(true)
  })

  test('fails only when it reaches a file that cannot be opened', async () => {
    const away = entryOf('away', 'x', { open: async () => Promise.reject(new Error('the store is away')) })
    const zip = writeZip([entryOf('right', 'content'), away], { ahead: 1 })
    const read: Buffer[] = []
    const reading = async () => {
      for await (const chunk of zip) read.push(Buffer.from(chunk))
    }
    await expect(reading()).rejects.toThrow('the store is away')
    expect(Buffer.concat(read).includes('content')).toBe(true)
  })
})

describe('the names in an archive', () => {
  test.each([
    ['IMG_1.JPG', 'IMG_1.JPG'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\photos\\a.jpg', 'a.jpg'],
    ['a<b>:"|?*.jpg', 'a_b______.jpg'],
    ['evil\u202egpj.exe', 'evilgpj.exe'],
    ['tab\t\0.jpg', 'tab.jpg'],
    ['CON', '_CON'],
    ['nul.jpg', '_nul.jpg'],
    ['console.jpg', 'console.jpg'],
    ['ends with dots...', 'ends with dots'],
    ['..', 'download'],
    ['', 'download'],
    ['...', 'file'],
    [`${'京'.repeat(79)}aa  b`, `${'京'.repeat(79)}aa`],
  ])('%j becomes %j', (given, name) => {
    expect(new EntryNames().unique(given)).toBe(name)
  })

  test('fit into 255 bytes, and keep their extension', () => {
    const name = new EntryNames().unique(`${'京'.repeat(190)}.jpeg`)
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240)
    expect(name).toMatch(/^京+\.jpeg$/u)
  })

  test('get a number if they are taken, even if they differ only in case or composition', () => {
    const names = new EntryNames()
    const given = ['IMG.jpg', 'IMG.jpg', 'img.JPG', 'IMG (2).jpg', 'IMG.jpg', 'Åre', 'A\u030are', '.a', '.a']
    expect(given.map((name) => names.unique(name))).toEqual([
      'IMG.jpg',
      'IMG (2).jpg',
      'img (3).JPG',
      'IMG (2) (2).jpg',
      'IMG (4).jpg',
      'Åre',
      'A\u030are (2)',
      '.a',
      '.a (2)',
    ])
  })
})

/** The first bytes of a file in an archive, without unpacking the rest. */
async function firstBytes(archive: string, name: string): Promise<Buffer> {
  const program = spawn('unzip', ['-p', archive, name], { stdio: ['ignore', 'pipe', 'ignore'] })
  for await (const chunk of program.stdout) {
    program.kill()
    return chunk
  }
  throw new Error('The program printed nothing.')
}
