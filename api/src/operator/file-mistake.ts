/** A file or folder that an operator named, or one below it, that cannot be used. The message begins with its path. */
export class FileMistake extends Error {
  override readonly name = 'FileMistake'
}

const words: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'something on the way to it is not a folder',
  EISDIR: 'it is a folder, and should be a file',
  EEXIST: 'something else is there already',
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  EROFS: 'its disk cannot be written',
  ENOSPC: 'its disk is full',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead nowhere',
}

/** A failure of the file system said so that an operator can mend it; any other error as it is. */
export function inWords(error: unknown): unknown {
  const { code = '', path, syscall } = error as NodeJS.ErrnoException
  if (!path || !words[code]) return error
  const reason = code === 'ENOENT' && syscall === 'mkdir' ? 'no folder can be made there' : words[code]
  return new FileMistake(`${path}: ${reason}`, { cause: error })
}
