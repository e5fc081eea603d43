fn main() {
    let ticks = unsafe { sdl2_sys::SDL_GetTicks() };
    println!("{} colours after {ticks} ms", palette_of_nine::NINE.len());
}
