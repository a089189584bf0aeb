/** The usual file extensions by media type. The first one replaces an extension that is not in the list. */
const endings: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/heic': ['heic', 'heif', 'hif'],
}

/**
 * The name under which a file is downloaded. Its extension fits the content, because the extension decides which
 * program opens the file: a JPEG that was uploaded as `holiday.exe` is downloaded as `holiday.jpg`.
 */
export function contentName(fileName: string, contentType: string): string {
  const usual = endings[contentType]
  if (!usual) return fileName
  // The end of a date, as in `Summer 12.05.2024`, is not an extension.
  const { stem = fileName, ending = '' } =
    /^(?<stem>.+)\.(?<ending>(?=\d*[a-z])[a-z\d]{1,10})$/isu.exec(fileName)?.groups ?? {}
  return usual.includes(ending.toLowerCase()) ? fileName : `${stem}.${usual[0]}`
}
