/**
 * Has the browser download what is behind a link, under the name that the server gives it, else under this one.
 * The first byte is asked for before, so that a link that is refused does not lead away from the page.
 * @throws Error when the server cannot be reached or refuses
 */
export async function saveFile(url: string, fileName = ''): Promise<void> {
  const check = await fetch(url, { headers: { range: 'bytes=0-0' } })
  await check.body?.cancel()
  if (!check.ok) throw new Error(`The file answered ${check.status}`)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}
