/** The database of files that have not come whole yet. */
export const keptFilesName = 'keepsake-files'
