pub const NINE: [u32; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
