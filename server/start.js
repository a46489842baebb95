// Plain JavaScript, so that an old Node can show this message.
const [major] = process.versions.node.split('.').map(Number);

if (major < 24) {
  console.error(
    `Partyard can't start. It needs Node 24, this is ${process.versions.node}: run "npm install", which brings ` +
      'one for Linux and Windows, and start with "npm start"; on macOS, install Node 24.',
  );
  process.exit(1);
}
await import('./start.ts');
