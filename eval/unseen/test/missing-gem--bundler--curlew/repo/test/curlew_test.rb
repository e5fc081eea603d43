require "minitest/autorun"
require "curlew"

class CurlewTest < Minitest::Test
  def test_call
    assert_equal "curlew calls 3 times", Curlew.call(%w[-n 3])
  end
end
