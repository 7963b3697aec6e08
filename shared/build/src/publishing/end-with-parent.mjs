// Loaded into programs that this folder starts for a moment: they end with the process that started them, even after kill -9.
if (process.channel) {
  process.on('disconnect', () => process.exit(1))
  process.channel.unref()
}
