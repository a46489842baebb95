// Plain JavaScript, so that an old Node can show this message.
const [major] = process.versions.node.split('.').map(Number);

if (major < 24) {
  console.error(
    `Partyard can't start. It needs Node 24, this is ${process.versions.node}: run "npm install" without ` +
      '--ignore-scripts, which brings the right one, and start with "npm start".',
  );
  process.exit(1);
}
await import('./start.ts');
