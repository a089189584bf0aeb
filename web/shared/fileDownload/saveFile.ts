/**
 * Lets the browser download the file at a URL. The server's file name takes precedence over `fileName`. Requests the
 * first byte beforehand, because the browser would leave the page if the server refused the download.
 * @throws Error if the server cannot be reached or refuses
 */
export async function saveFile(url: string, fileName = ''): Promise<void> {
  const check = await fetch(url, { headers: { range: 'bytes=0-0' } })
  await check.body?.cancel()
  if (!check.ok) throw new Error(`The request of the file failed with status ${check.status}`)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
}
