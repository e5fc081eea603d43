require "mustache"
require "slop"

module Curlew
  def self.call(words)
    Mustache.render("{{bird}} calls {{times}} times", bird: "curlew", times: Slop.parse(words) { |o| o.integer "-n", default: 1 }[:n])
  end
end
