const gigabyte = 1024 ** 3
const megabyte = 1024 ** 2

/** A number of bytes as customers read it, rounded to whole megabytes or gigabytes: `200 MB`. */
export function formatBytes(bytes: number, locale: string): string {
  const [unit, size] = bytes >= gigabyte ? (['gigabyte', gigabyte] as const) : (['megabyte', megabyte] as const)
  return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 0 }).format(bytes / size)
}
