const { app, BrowserWindow } = require("electron");
const { isAllowed } = require("./pages");

app.whenReady().then(() => {
  const window = new BrowserWindow({ kiosk: true });
  window.webContents.on("will-navigate", (event, url) => {
    if (!isAllowed(url)) event.preventDefault();
  });
  window.loadFile("index.html");
});
