const puppeteer = require("puppeteer");

exports.print = async (url, file) => {
  const browser = await puppeteer.launch();
  const page = await browser.newPage();
  await page.goto(url);
  await page.pdf({ path: file });
  await browser.close();
};
