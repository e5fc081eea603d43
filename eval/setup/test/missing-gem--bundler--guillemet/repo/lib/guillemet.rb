require "terminal-table"
require "yaml"

# Quotes by language.
class Guillemet
  def initialize(text)
    @marks = YAML.safe_load(text)
  end

  def quote(words, language)
    open, close = @marks.fetch(language)
    "#{open}#{words}#{close}"
  end

  def table
    Terminal::Table.new(rows: @marks.map { |language, marks| [language, marks.join] }).to_s
  end
end
