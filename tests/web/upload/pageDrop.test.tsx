import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { leavePage, renderUploads } from './renderUploads.tsx'
import { StorageServer } from './storageServer.ts'
import { photo } from './support.ts'

const invitation = 'Drop your photos anywhere'

let server: StorageServer

beforeEach(async () => {
  server = await StorageServer.start()
})

afterEach(async () => {
  leavePage()
  await server.stop()
})

/** The data of a drag, as far as the page reads it. */
function transferOf(types: readonly string[], entries: readonly object[] = []) {
  return { dataTransfer: { types, items: entries, effectAllowed: 'all', dropEffect: 'none' } }
}

function fileEntry(file: File) {
  const entry = { isFile: true, isDirectory: false, name: file.name }
  return { kind: 'file', type: file.type, getAsFile: () => file, webkitGetAsEntry: () => entry }
}

function folderEntry(name: string, files: readonly File[]) {
  const children = files.map((file) => ({
    isFile: true,
    isDirectory: false,
    name: file.name,
    file: (take: (file: File) => void) => take(file),
  }))
  const batches = [children, []]
  const createReader = () => ({ readEntries: (take: (entries: object[]) => void) => take(batches.shift() ?? []) })
  const entry = { isFile: false, isDirectory: true, name, createReader }
  return { kind: 'file', type: '', getAsFile: () => null, webkitGetAsEntry: () => entry }
}

function dragOverPage(...entries: readonly object[]): void {
  fireEvent.dragEnter(document.body, transferOf(['Files'], entries))
}

function drop(...entries: readonly object[]): boolean {
  const target = screen.getByText(invitation)
  fireEvent.dragEnter(target, transferOf(['Files'], entries))
  fireEvent.dragOver(target, transferOf(['Files'], entries))
  return !fireEvent.drop(target, transferOf(['Files'], entries))
}

describe('photos dropped anywhere on the page', () => {
  test('cover the page while they are dragged over it, and are listed in the dialog after the drop', async () => {
    renderUploads(server)
    expect(screen.queryByText(invitation)).toBeNull()
    const entries = [fileEntry(photo('one.jpg')), fileEntry(photo('two.jpg'))]
    dragOverPage(...entries)
    expect(await screen.findByText(invitation)).toBeTruthy()
    expect(drop(...entries)).toBe(true)
    expect(await screen.findByRole('dialog', { name: 'Add photos' })).toBeTruthy()
    expect(await screen.findByText('one.jpg')).toBeTruthy()
    expect(screen.getByText('two.jpg')).toBeTruthy()
    expect(screen.queryByText(invitation)).toBeNull()
    expect(server.patches).toEqual([])
  })

  test('can be in folders; the dialog says how many files were left out because they are not photos', async () => {
    renderUploads(server)
    const folder = folderEntry('Holiday', [
      photo('beach.jpg'),
      new File(['x'], 'plan.pdf', { type: 'application/pdf' }),
    ])
    dragOverPage(folder)
    await screen.findByText(invitation)
    drop(folder)
    expect(await screen.findByText('beach.jpg')).toBeTruthy()
    expect(screen.getByText('1 file was left out: only HEIC, JPEG and PNG photos can be added.')).toBeTruthy()
  })

  test('a folder without photos is reported until the dialog is closed', async () => {
    const page = renderUploads(server)
    const system = new File(['x'], '.DS_Store')
    for (const [folder, words] of [
      [folderEntry('Empty', []), 'No photos found. Only HEIC, JPEG and PNG photos can be added.'],
      [folderEntry('System', [system]), 'No photos found. Only HEIC, JPEG and PNG photos can be added.'],
      [folderEntry('Texts', [new File(['x'], 'plan.txt', { type: 'text/plain' })]), /^1 file was left out/],
    ] as const) {
      dragOverPage(folder)
      await screen.findByText(invitation)
      drop(folder)
      expect(await screen.findByText(words, { selector: 'p' })).toBeTruthy()
      await page.user.keyboard('{Escape}')
      await page.user.click(screen.getByRole('button', { name: 'Add photos' }))
      expect(screen.queryByText(words)).toBeNull()
      await page.user.keyboard('{Escape}')
    }
  })

  test('join the list of an open dialog', async () => {
    const page = renderUploads(server)
    await page.user.click(screen.getByRole('button', { name: 'Add photos' }))
    const entry = fileEntry(photo('one.jpg'))
    dragOverPage(entry)
    await screen.findByText(invitation)
    drop(entry)
    expect(await screen.findByText('one.jpg')).toBeTruthy()
  })

  test('are accepted even if the drag entered the page before the page was ready', async () => {
    renderUploads(server)
    fireEvent.dragOver(document.body, transferOf(['Files']))
    expect(await screen.findByText(invitation)).toBeTruthy()
  })

  test('leave no trace if the drag leaves the page', async () => {
    renderUploads(server)
    dragOverPage(fileEntry(photo('one.jpg')))
    const target = await screen.findByText(invitation)
    fireEvent.dragEnter(target, transferOf(['Files']))
    fireEvent.dragLeave(target, transferOf(['Files']))
    await waitFor(() => expect(screen.queryByText(invitation)).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the page does not accept', () => {
  test('a picture or a link that is dragged from the page itself', () => {
    renderUploads(server)
    fireEvent.dragStart(screen.getByRole('button', { name: 'Add photos' }))
    dragOverPage(fileEntry(photo('own.jpg')))
    expect(screen.queryByText(invitation)).toBeNull()
    fireEvent.dragEnd(document.body)
    dragOverPage(fileEntry(photo('other.jpg')))
    expect(screen.getByText(invitation)).toBeTruthy()
  })

  test('text from elsewhere', () => {
    renderUploads(server)
    fireEvent.dragEnter(document.body, transferOf(['text/plain', 'text/html']))
    expect(screen.queryByText(invitation)).toBeNull()
  })

  test('files over an open alert dialog; the browser does not open them either', () => {
    renderUploads(server)
    const question = document.createElement('div')
    question.setAttribute('role', 'alertdialog')
    document.body.append(question)
    dragOverPage(fileEntry(photo('one.jpg')))
    expect(screen.queryByText(invitation)).toBeNull()
    expect(fireEvent.drop(document.body, transferOf(['Files']))).toBe(false)
    question.remove()
  })
})
