require "rainbow"

# Toast by time.
module Toast
  COLOURS = { 60 => :white, 120 => :yellow, 180 => :red }.freeze

  def self.colour(seconds)
    COLOURS.find { |limit, _| seconds <= limit }&.last || :black
  end

  def self.show(seconds)
    Rainbow("toast").color(colour(seconds)).to_s
  end
end
