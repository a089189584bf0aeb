import { saveFile } from '../fileDownload/saveFile.ts'
import type { ArchiveAccount } from './Archives.ts'
import { downloadOnce } from './archiveMemory.ts'
import type { ArchiveNotice } from './archiveNotice.tsx'
import type { ListedArchive } from './ArchiveStream.ts'
import { findArchiveUrl } from './findArchiveUrl.ts'
import { untilStaying } from './untilStaying.ts'

interface Downloading extends ArchiveAccount {
  readonly notify: (notice: ArchiveNotice) => unknown
}

/** Downloads a ready archive, unless another tab has done so, and shows a notice with the result. Never rejects. */
export async function downloadArchive(downloading: Downloading, archive: ListedArchive): Promise<void> {
  await downloadOnce(downloading.accountId, archive.downloadId, async () => {
    await untilStaying()
    if (downloading.isSignedIn()) await save(downloading, archive)
  })
}

async function save(downloading: Downloading, archive: ListedArchive): Promise<void> {
  const { environment, notify } = downloading
  const fileName = `${archive.downloadId}.zip`
  try {
    const url = await findArchiveUrl(environment, archive.id)
    if (url !== null) await saveFile(url, fileName)
    notify(
      url === null
        ? { kind: 'downloadFailed', onRetry: null }
        : { kind: 'downloading', url, fileName, missingCount: archive.missingCount },
    )
  } catch {
    notify({ kind: 'downloadFailed', onRetry: () => void save(downloading, archive) })
  }
}
