use std::path::Path;

/// The path as it is shown, below a home folder.
pub fn shorten_below(home: &Path, path: &Path) -> String {
    match path.strip_prefix(home) {
        Ok(rest) => format!("~/{}", rest.display()),
        Err(_) => path.display().to_string(),
    }
}

/// The path as it is shown to the person who runs this.
pub fn shorten(path: &Path) -> String {
    home::home_dir().map_or_else(|| path.display().to_string(), |home| shorten_below(&home, path))
}

#[test]
fn below_home() {
    assert_eq!(shorten_below(Path::new("/home/ada"), Path::new("/home/ada/letters")), "~/letters");
    assert_eq!(shorten_below(Path::new("/home/ada"), Path::new("/etc")), "/etc");
}
