require "test/unit"
require "guillemet"

class GuillemetTest < Test::Unit::TestCase
  MARKS = "fr: [«, »]\nde: [„, “]\n"

  def test_quote
    assert_equal "«oui»", Guillemet.new(MARKS).quote("oui", "fr")
  end

  def test_table
    assert_includes Guillemet.new(MARKS).table, "„“"
  end
end
