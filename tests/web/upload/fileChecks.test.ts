import { describe, expect, test } from 'vitest'
import { collectDropped, collectFromFolder } from '../../../web/pages/library/upload/collectFiles.ts'
import { checkFile } from '../../../web/pages/library/upload/fileChecks.ts'

function file(name: string, type = '', content = 'x'): File {
  return new File([content], name, { type })
}

describe('checks of a file before it is sent', () => {
  test.each([
    ['photo.jpg', ''],
    ['PHOTO.JPEG', 'image/jpeg'],
    ['photo.heic', 'application/octet-stream'],
    ['photo.HEIF', ''],
    ['scan.png', 'image/png'],
    ['renamed.dat', 'image/jpeg'],
    ['no extension and no type', ''],
  ])('%s (%s) may be a photo', (name, type) => {
    expect(checkFile(file(name, type), null)).toBeNull()
  })

  test.each([
    ['film.mov', 'video/quicktime'],
    ['IMG_0001.AAE', ''],
    ['drawing.svg', 'image/svg+xml'],
    ['animation.gif', 'image/gif'],
    ['photo.jpg.exe', ''],
    ['no extension', 'text/plain'],
  ])('%s (%s) is clearly not a photo', (name, type) => {
    expect(checkFile(file(name, type), null)).toBe('UNSUPPORTED_TYPE')
  })

  test('an empty and a too large photo are refused, and a photo of exactly the limit is not', () => {
    expect(checkFile(file('photo.jpg', '', ''), null)).toBe('EMPTY_FILE')
    expect(checkFile(file('photo.jpg', '', '12345'), 4)).toBe('FILE_TOO_LARGE')
    expect(checkFile(file('photo.jpg', '', '1234'), 4)).toBeNull()
  })
})

function droppedFile(item: File) {
  const { name, type } = item
  return { kind: 'file' as const, name, type, getFile: async () => item, getText: async () => item.text() }
}

type Dropped = Parameters<typeof collectDropped>[0][number]

function folder(name: string, entries: Dropped[]): Dropped {
  return {
    kind: 'directory',
    name,
    async *getEntries() {
      for (const entry of entries) if (entry.kind !== 'text') yield entry
    },
  }
}

describe('folders', () => {
  test('give only files that may be photos; their system files do not count as left out', () => {
    const files = ['a.jpg', '.DS_Store', '._a.jpg', 'Thumbs.db', 'desktop.ini', 'a.mov', 'b.heic'].map((name) =>
      file(name),
    )
    const collected = collectFromFolder(files)
    expect(collected.files.map(({ name }) => name)).toEqual(['a.jpg', 'b.heic'])
    expect(collected.leftOut).toBe(1)
  })

  test('a drop includes the photos of folders and their subfolders', async () => {
    const inner = folder('inner', [droppedFile(file('deep.png')), droppedFile(file('notes.txt'))])
    const collected = await collectDropped([
      droppedFile(file('one.jpg')),
      droppedFile(file('letter.pdf')),
      folder('outer', [droppedFile(file('two.jpg')), inner]),
    ])
    expect(collected.files.map(({ name }) => name)).toEqual(['one.jpg', 'letter.pdf', 'two.jpg', 'deep.png'])
    expect(collected.leftOut).toBe(1)
  })

  test('a folder that cannot be read does not prevent the other files from being added', async () => {
    const locked: Dropped = {
      kind: 'directory',
      name: 'locked',
      async *getEntries() {
        yield droppedFile(file('first.jpg'))
        throw new DOMException('Not allowed', 'NotReadableError')
      },
    }
    const collected = await collectDropped([locked, droppedFile(file('one.jpg'))])
    expect(collected.files.map(({ name }) => name)).toEqual(['one.jpg', 'first.jpg'])
  })
})
