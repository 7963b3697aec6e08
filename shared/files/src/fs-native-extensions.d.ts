declare module 'fs-native-extensions' {
  /** False if another open file holds the lock. The lock ends with the file descriptor, also after kill -9. */
  export function tryLock(fd: number): boolean
}
