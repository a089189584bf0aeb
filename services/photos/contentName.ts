/** The usual endings of files by media type; the first is used for files with another ending. */
const endings: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/heic': ['heic', 'heif', 'hif'],
}

/**
 * The name under which a file is downloaded. Its ending fits the content, because the ending decides which program
 * opens the file: a JPEG that was uploaded as `holiday.exe` is downloaded as `holiday.jpg`.
 */
export function contentName(fileName: string, contentType: string): string {
  const usual = endings[contentType]
  if (!usual) return fileName
  // A date, as in `Summer 12.05.2024`, is no ending.
  const { stem = fileName, ending = '' } =
    /^(?<stem>.+)\.(?<ending>(?=\d*[a-z])[a-z\d]{1,10})$/isu.exec(fileName)?.groups ?? {}
  return usual.includes(ending.toLowerCase()) ? fileName : `${stem}.${usual[0]}`
}
